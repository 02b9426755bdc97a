/* The composer: tables added from the list above change the form without anybody typing in it, and the list shows which
   of them are on the screen. */
(function () {
  "use strict";
  const form = document.getElementById("screen-form");
  if (!form) { return; }

  function markPicked() {
    const rows = form.querySelectorAll("#screen-panels > .row:not([hidden]) input[name$='-table']");
    const present = new Set(Array.from(rows, function (input) { return input.value; }));
    function mark(button, is) { button.querySelector(".picked").hidden = !is; }
    form.querySelectorAll(".table-picker").forEach(function (picker) {
      picker.querySelectorAll("[data-table]").forEach(function (button) { mark(button, present.has(button.value)); });
      const wanted = Array.from(picker.querySelectorAll("[data-table='on-screen']"));
      mark(picker.querySelector("[data-whole]"), wanted.every(function (button) { return present.has(button.value); }));
    });
  }

  form.addEventListener("input", markPicked);
  document.body.addEventListener("panels-added", function () {
    const problem = document.getElementById("id_panels_error").textContent.trim();
    form.dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new CustomEvent("announce", { detail: problem || "Added" }));
  });
}());
