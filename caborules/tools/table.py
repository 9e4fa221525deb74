"""The table: polls the players one at a time, so that a game in which several may act at once can be played by turns.

The engine takes actions one after another and says nothing of who is quicker. This layer decides that, openly:

* At every decision point all seats that may act are polled: those that are *asked* (a choice of their own, decline,
  pass) and those that may only *react* (a window is open to them). Outside events are polled like one more seat.
* The order of polling is drawn anew for each decision point from a seed, so that no seat always wins a race.
* A seat that may only react may wait. An asked seat may wait too, once, to let others react first; when everybody has
  waited, the asked seats are polled again in the same order and must answer.
* The first answer counts; it is carried out, and polling starts anew at the next decision point. The asked seat's
  answer counts only when its turn in the polling comes: an answer cannot cut off those polled before it.
* A player gets a view of their own seat and nothing else.
"""

from __future__ import annotations
