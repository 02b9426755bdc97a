/* Effects of a Foe: charges are asked where they stack, a damage type where the Effect has one. What is typed there, or
   has a message, stays in sight: it would be refused unseen. Without a script both fields show, with words beside them. */
(function () {
  "use strict";

  function fit(row, effects) {
    const effect = row.querySelector("select").value;
    row.querySelectorAll("[data-for]").forEach(function (place) {
      const fits = effects.dataset[place.dataset.for].split(" ").includes(effect);
      const input = place.querySelector("input");
      const says = place.querySelector(".field__error").textContent.trim() !== "";
      place.hidden = !fits && !says && ["", "1"].includes(input.value.trim());
    });
  }

  function fitAll() {
    document.querySelectorAll("#effects").forEach(function (effects) {
      effects.querySelectorAll(".row").forEach(function (row) { fit(row, effects); });
    });
  }

  document.addEventListener("change", function (event) {
    const effects = event.target.closest("#effects");
    if (effects && event.target.matches("select")) { fit(event.target.closest(".row"), effects); }
  });
  ["htmx:load", "htmx:oobAfterSwap"].forEach(function (name) { document.addEventListener(name, fitAll); });
  fitAll();
}());
