/* The encounter builder: the calibration's buttons change a count in place, and the search box is no part of the form.
   Without this script the same buttons submit the form, and a button beside the search box finds creatures. */
(function () {
  "use strict";
  const form = document.getElementById("encounter-form");
  const search = document.getElementById("id_q");

  /* Results follow the typing; left in the form, Enter in the box would save and its words would count as unsaved work. */
  if (search) { search.setAttribute("form", ""); }

  function changed() { form.dispatchEvent(new Event("input", { bubbles: true })); weigh(); }
  function weigh() { document.body.dispatchEvent(new CustomEvent("weigh")); }
  function say(text) { document.dispatchEvent(new CustomEvent("announce", { detail: text })); }

  /* A button such as value="3:2" means two creatures in row 3; none takes the row away. */
  document.addEventListener("click", function (event) {
    const button = event.target.closest("button[name=change]");
    if (!button || !form) { return; }
    const parts = button.value.split(":");
    const input = document.getElementById("id_lines-" + parts[0] + "-count");
    if (!input) { return; }
    event.preventDefault();
    if (parts[1] === "0") {
      input.closest("[data-row]").querySelector("[data-row-remove]").click();
      return;
    }
    input.value = parts[1];
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* A new row starts at the level of the party, which may have changed since the page was made. */
  document.addEventListener("row:added", function (event) {
    const party = document.querySelector("[name=party_mode]:checked");
    const level = event.target.querySelector("[name$='-level']");
    if (!form || !level || !party) { return; }
    const weighed = document.querySelector("#preview [data-level]");
    if (party.value === "uniform" || level.name.startsWith("pcs-")) {
      level.value = document.getElementById("id_pc_level").value;
    } else if (weighed) {
      level.value = weighed.dataset.level;
    }
  });

  /* All creatures to the level of the party, as the button beside the advice says. */
  document.addEventListener("click", function (event) {
    const button = event.target.closest("button[name=set_level]");
    const levels = document.querySelectorAll("#encounter-lines [name^='lines-'][name$='-level']:not(:disabled)");
    if (!button || !form || !levels.length) { return; }
    event.preventDefault();
    levels.forEach(function (level) { level.value = button.value; });
    changed();
  });

  /* Another way to say who plays starts with something to change, not with a complaint about nothing. */
  document.addEventListener("change", function (event) {
    if (event.target.name !== "party_mode") { return; }
    const list = document.querySelector("[data-rows-prefix=pcs]");
    if (event.target.value === "named" && !list.querySelector("[data-row]:not([hidden])")) {
      const count = Number(document.getElementById("id_pc_count").value) || 4;
      for (let made = 0; made < Math.min(count, Number(list.dataset.rowsMax)); made += 1) { list.querySelector("[data-row-add]").click(); }
      event.target.focus();
    }
    const saved = document.getElementById("id_party");
    if (event.target.value === "saved" && !saved.value && saved.options.length === 2) { saved.selectedIndex = 1; }
    weigh();
  });

  /* Another weighing makes the finder's forecasts old; one that says the same does not. */
  const pane = document.getElementById("preview");
  function shownWeighing() {
    const shown = pane && pane.querySelector(".calibration");
    return shown ? shown.textContent : "";
  }
  let weighing = shownWeighing();
  if (pane) {
    pane.addEventListener("htmx:afterSwap", function () {
      if (shownWeighing() === weighing) { return; }
      weighing = shownWeighing();
      document.body.dispatchEvent(new CustomEvent("weighed"));
    });
  }

  /* Added and removed rows change the form without anybody typing in it. */
  document.body.addEventListener("line-added", function () {
    changed();
    say("Added");
  });
  if (form) {
    form.addEventListener("click", function (event) {
      if (event.target.closest("[data-row-remove], [data-row-move], [data-row-add]")) { window.setTimeout(weigh); }
    });
  }
}());
