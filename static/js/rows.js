/* Row groups (attacks, abilities, upgrades, members): add, remove and move in the page, without a round trip.
   The same buttons submit the form where no script runs. Markup: [data-rows] > [data-row-list] > [data-row], and
   <template data-row-empty> with __prefix__ in names and ids. */
(function () {
  "use strict";

  const CONTROLS = "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)";

  function groupOf(node) { return node.closest("[data-rows]"); }
  function rowsOf(group) {
    return Array.from(group.querySelectorAll("[data-row]")).filter(function (row) { return !row.hidden; });
  }
  function totalOf(group) {
    return group.querySelector("input[name='" + group.dataset.rowsPrefix + "-TOTAL_FORMS']");
  }
  function say(text) { document.dispatchEvent(new CustomEvent("announce", { detail: text })); }
  function changed(group) {
    const form = group.closest("form");
    if (form) { form.dispatchEvent(new Event("input", { bubbles: true })); }
  }

  function prefixOf(row) {
    const escaped = groupOf(row).dataset.rowsPrefix.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern = new RegExp("^(" + escaped + "-\\d+)-");
    for (const control of row.querySelectorAll("[name]")) {
      const match = pattern.exec(control.name);
      if (match) { return match[1]; }
    }
    return "";
  }

  /* The order in the page is the order that counts; formsets read it from the ORDER fields. */
  function renumber(group) {
    rowsOf(group).forEach(function (row, index) {
      const order = row.querySelector("[name='" + prefixOf(row) + "-ORDER']");
      if (order) { order.value = String(index + 1); }
    });
    const add = group.querySelector("[data-row-add]");
    if (add && group.dataset.rowsMax) { add.disabled = rowsOf(group).length >= Number(group.dataset.rowsMax); }
  }

  function addRow(group) {
    const template = group.querySelector("template[data-row-empty]");
    const total = totalOf(group);
    if (!template || !total) { return false; }
    const holder = document.createElement("template");
    holder.innerHTML = template.innerHTML.replaceAll("__prefix__", total.value);
    const row = holder.content.querySelector("[data-row]");
    group.querySelector("[data-row-list]").append(row);
    total.value = String(Number(total.value) + 1);
    renumber(group);
    row.dispatchEvent(new CustomEvent("row:added", { bubbles: true }));
    if (window.htmx) { window.htmx.process(row); }
    const first = row.querySelector(CONTROLS);
    if (first) { first.focus(); }
    changed(group);
    return true;
  }

  /* A removed row stays in the form as a mark: formsets count rows by number and need every number to be there. */
  function removeRow(row) {
    const group = groupOf(row);
    const rows = rowsOf(group);
    const place = rows.indexOf(row);
    const name = prefixOf(row) + "-DELETE";
    let mark = row.querySelector("[name='" + name + "']");
    if (!mark) {
      mark = document.createElement("input");
      mark.name = name;
      row.append(mark);
    }
    mark.type = "hidden";
    mark.value = "on";
    /* Fields out of sight must neither block sending nor be sent. */
    row.querySelectorAll("input:not([type=hidden]), select, textarea, button").forEach(function (control) { control.disabled = true; });
    row.hidden = true;
    renumber(group);
    const next = rows[place + 1] || rows[place - 1];
    const focus = next ? next.querySelector(CONTROLS) : group.querySelector("[data-row-add]");
    if (focus) { focus.focus(); }
    say("Removed");
    changed(group);
  }

  function moveRow(row, up, button) {
    const group = groupOf(row);
    const rows = rowsOf(group);
    const other = rows[rows.indexOf(row) + (up ? -1 : 1)];
    if (!other) { return; }
    /* Move the neighbour, not the row: the button pressed keeps its focus. */
    if (up) { row.after(other); } else { row.before(other); }
    renumber(group);
    button.focus();
    say("Moved to place " + (rowsOf(group).indexOf(row) + 1) + " of " + rows.length);
    changed(group);
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-row-add], [data-row-remove], [data-row-move]");
    const group = button && groupOf(button);
    if (!group) { return; }
    if (button.hasAttribute("data-row-add")) {
      if (addRow(group)) { event.preventDefault(); }
      return;
    }
    event.preventDefault();
    const row = button.closest("[data-row]");
    if (button.hasAttribute("data-row-remove")) { removeRow(row); } else { moveRow(row, button.dataset.rowMove === "up", button); }
  });

  /* A row may also come from the site: it takes the last place. */
  document.addEventListener("htmx:load", function (event) {
    const group = groupOf(event.detail.elt);
    if (group) { renumber(group); }
  });

  document.querySelectorAll("[data-rows]").forEach(renumber);
}());
