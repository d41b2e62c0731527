/* grid.js - tables of robots against robots: describes a cell in words, and marks its row and column, when it is chosen
 * by mouse, finger or keyboard. Tab reaches one of the cells, and the arrow keys lead to the others. */
(function () {
	"use strict";
	var MOVES = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]};

	/* Returns the row and column of a cell. In a header cell, one of them is -1. */
	function placeOf(cell) {
		if (cell.tagName === "TD")
			return [+cell.getAttribute("data-row"), +cell.getAttribute("data-column")];
		return cell.getAttribute("scope") === "row" ? [cell.parentNode.rowIndex - 1, -1] : [-1, cell.cellIndex - 1];
	}

	/* Makes a td the cell at this row and column (from 0). */
	report.addCell = function (cell, row, column) {
		cell.attr("tabindex", row === 0 && column === 0 ? 0 : -1).attr("data-row", row).attr("data-column", column);
	};

	function move(table, cell, by) {
		var at = placeOf(cell), next = table.querySelector("td[data-row='" + (at[0] + by[0]) + "'][data-column='" + (at[1] + by[1]) + "']");
		if (!next)
			return;
		cell.setAttribute("tabindex", -1);
		next.setAttribute("tabindex", 0);
		next.focus();
	}

	/* Watches the table in #NAME-table. Writes the words of the chosen cell, words(row, column), to #NAME-cell. */
	report.watchGrid = function (name, words) {
		var table = report.element(name + "-table");

		function onCell(event) {
			if (event.target.tagName !== "TD")
				return;
			var at = placeOf(event.target);
			report.element(name + "-cell").textContent = words(at[0], at[1]);
			table.querySelectorAll("td, th").forEach(function (other) {
				var there = placeOf(other);
				other.classList.toggle("marked", there[0] === at[0] || there[1] === at[1]);
			});
		}

		["mouseover", "click", "focusin"].forEach(function (kind) { table.addEventListener(kind, onCell); });
		table.addEventListener("keydown", function (event) {
			if (event.target.tagName !== "TD" || !MOVES[event.key])
				return;
			event.preventDefault();
			event.stopPropagation();
			move(table, event.target, MOVES[event.key]);
		});
	};
})();
