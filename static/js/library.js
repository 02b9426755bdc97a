/* The library beside the rows of a builder: what is looked for is no part of the form. Left in it, Enter in the search box
   would save, an open library would count as unsaved work, and the pane would look again at every letter. Without this
   script the button beside the box finds. */
(function () {
  "use strict";

  function stay(event) { event.stopPropagation(); }

  function setApart() {
    document.querySelectorAll("[data-finder]:not([form])").forEach(function (input) {
      input.setAttribute("form", "");
      input.addEventListener("input", stay);
    });
  }

  setApart();
  document.addEventListener("htmx:load", setApart);
}());
