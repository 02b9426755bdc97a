/* The forms of merchants and outfits: the search box is no part of the form, and a row from the site is unsaved work.
   Without this script a button beside the search box finds items, and Add submits the form. */
(function () {
  "use strict";
  const form = document.getElementById("shelf-form");
  const search = document.getElementById("id_q");

  /* Results follow the typing; left in the form, Enter in the box would save and its words would count as unsaved work. */
  if (search) { search.setAttribute("form", ""); }

  document.body.addEventListener("line-added", function () {
    if (!form) { return; }
    form.dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new CustomEvent("announce", { detail: "Added" }));
  });
}());
