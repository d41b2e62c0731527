/* controls.js - the buttons for a person's move. They offer only legal plays.
 *
 * report.controls(send) calls send(play) with the chosen play, and returns an object: offer(plays, rolled) sets the
 * legal plays, or null when it is not the person's turn, and the value that the person rolled, or 0. press(key) handles
 * a key, and returns true if the key has a meaning. */
report.controls = function (send) {
	"use strict";
	var element = report.element, make = report.make, isValues = !!report.data.ladder;
	var FACES = ["", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"];
	var FACE = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
	var legal = [], face = 0, quantity = 0, digit = 0;

	function bids() {
		return legal.filter(function (play) { return play >= 10; });
	}

	function quantities(ofFace) {
		return bids().filter(function (play) { return play % 10 === ofFace; }).map(function (play) { return Math.floor(play / 10); });
	}

	function drawBid() {
		var of = quantities(face), button = element("bid-it"), i = of.indexOf(quantity);
		element("fewer").disabled = i <= 0;
		element("more").disabled = i < 0 || i === of.length - 1;
		button.textContent = "Bid " + quantity + " " + (quantity === 1 ? FACE : FACES)[face];
		element("faces").querySelectorAll("button").forEach(function (other) {
			other.setAttribute("aria-pressed", other.value === String(face) ? "true" : "false");
		});
	}

	function choose(newFace, newQuantity) {
		var of = quantities(newFace);
		if (!of.length)
			return false;
		face = newFace;
		quantity = of.indexOf(newQuantity) >= 0 ? newQuantity : of[0];
		drawBid();
		return true;
	}

	function move(by) {
		var of = quantities(face), to = of.indexOf(quantity) + by;
		return to >= 0 && to < of.length && choose(face, of[to]);
	}

	/* Offers the bids. Chooses the face and the quantity of the lowest one at first. */
	function offerBids() {
		var list = element("faces"), lowest = Math.min.apply(null, bids()), most = report.data.faces;
		list.textContent = "";
		for (var f = 1; f <= most; f++) {
			var button = make(list, "button", {type: "button", value: f, "aria-label": FACES[f]});
			report.drawDie(button, f);
			button.disabled = !quantities(f).length;
			button.addEventListener("click", choose.bind(null, f, 0));
		}
		if (bids().length)
			choose(lowest % 10, Math.floor(lowest / 10));
	}

	function offerClaim(value, rolled) {
		var button = make(element("claims"), "button", {type: "button", "aria-label": "Claim " + value + (rolled ? ", what you rolled" : ""), value: value,
			"class": rolled ? "primary" : null});
		String(value).split("").forEach(function (f) { report.drawDie(button, f); });
		if (rolled)
			make(button, "span", {}, value + " \u2013 what you rolled");
		button.addEventListener("click", send.bind(null, value));
	}

	/* Offers the claims, first the true one. */
	function offerClaims(rolled) {
		element("claims").textContent = "";
		if (legal.indexOf(rolled) >= 0)
			offerClaim(rolled, true);
		report.data.ladder.forEach(function (value) {
			if (legal.indexOf(value) >= 0 && value !== rolled)
				offerClaim(value, false);
		});
	}

	function offer(plays, rolled) {
		var words = isValues ? {call: "I doubt it", believe: "I believe it"} : {call: "Liar!", believe: "Let it stand"};
		legal = plays || [];
		digit = 0;
		report.show("bids", !isValues && bids().length > 0);
		report.show("claims", isValues && bids().length > 0);
		["call", "believe", "exact"].forEach(function (id, play) {
			report.show(id, legal.indexOf(play) >= 0);
			if (words[id])
				element(id).textContent = words[id];
		});
		if (isValues)
			offerClaims(rolled);
		else
			offerBids();
	}

	function pressNumber(number) {
		var value = 10 * digit + number;
		if (!isValues)
			return choose(number, quantity);
		digit = digit ? 0 : number;
		return legal.indexOf(value) >= 0 && value > 9 ? send(value) || true : digit > 0;
	}

	function play(number) {
		if (legal.indexOf(number) < 0)
			return false;
		send(number);
		return true;
	}

	function press(key) {
		if (/^[1-9]$/.test(key))
			return legal.length > 0 && pressNumber(+key);
		switch (key) {
		case "ArrowUp": return bids().length > 0 && !isValues && (move(1) || true);
		case "ArrowDown": return bids().length > 0 && !isValues && (move(-1) || true);
		case "Enter": return !isValues && bids().length > 0 && play(10 * quantity + face);
		case "l": case "0": return play(0);
		case "b": return play(1);
		case "e": return play(2);
		default: return false;
		}
	}

	element("fewer").addEventListener("click", function () { move(-1); });
	element("more").addEventListener("click", function () { move(1); });
	element("bid-it").addEventListener("click", function () { play(10 * quantity + face); });
	element("call").addEventListener("click", function () { play(0); });
	element("believe").addEventListener("click", function () { play(1); });
	element("exact").addEventListener("click", function () { play(2); });
	return {offer: offer, press: press};
};
