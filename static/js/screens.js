/* The composer: tables added from the list above change the form without anybody typing in it. */
(function () {
  "use strict";
  const form = document.getElementById("screen-form");
  document.body.addEventListener("panels-added", function () {
    if (!form) { return; }
    const problem = document.getElementById("id_panels_error").textContent.trim();
    form.dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new CustomEvent("announce", { detail: problem || "Added" }));
  });
}());
