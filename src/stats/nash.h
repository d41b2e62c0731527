/* nash.h - Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018, "Re-evaluating evaluation"): rates robots against
 * the mix of robots that no robot beats, instead of against all equally. Copies of a robot and weak robots, however
 * many, change nothing. Pure arithmetic. */
#pragma once

/* Computes the equilibrium. payoff[i * n + j]: what i gains against j; minus what j gains against i. mix[i]: the weight
 * of robot i in an equilibrium of the game in which each of two players chooses a robot, summing to 1. gain[i]: what
 * robot i gains against the mix, at most 0 except for an error that falls with `steps`. Found by regret matching, whose
 * mean converges to an equilibrium. n >= 1. */
void nash_of(int n, const double *payoff, int steps, double *mix, double *gain);
