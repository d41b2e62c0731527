/* grid.js - tables of robots against robots: a cell in words, its row and column marked, by mouse, finger and keyboard. Of the
 * cells one can be reached by Tab, the others from it by the arrow keys. */
(function () {
	"use strict";
	var MOVES = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]};

	/* Row and column of a cell; of a head -1 for either. */
	function placeOf(cell) {
		if (cell.tagName === "TD")
			return [+cell.getAttribute("data-row"), +cell.getAttribute("data-column")];
		return cell.getAttribute("scope") === "row" ? [cell.parentNode.rowIndex - 1, -1] : [-1, cell.cellIndex - 1];
	}

	/* Makes a td the cell of a row and a column, from 0. */
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

	/* The table in #NAME-table; the words of its cells, words(row, column), go to #NAME-cell. */
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
