/**
 * Waiting rooms in front of the sale of events: visitors beyond the number that the organizer has set wait for their turn. Visitors who
 * gather before the sale get their places by lot, later ones in the order of their arrival. A place is a signed token in a cookie.
 */
export { waitingRoomCookie, waitingRoomTokenOf } from './cookie.ts';
export { requireTurn } from './require-turn.ts';
export { type Visit, WaitingRooms } from './visit.ts';
