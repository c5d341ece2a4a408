/** The statuses of a ticket. A ticket is used at the entrance, and this use can be undone. A refund voids a valid ticket. */
export const ticketStatuses = ['valid', 'used', 'void'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export type TicketAction = 'use' | 'undo_use' | 'void';

const transitions: Record<TicketAction, { from: TicketStatus; to: TicketStatus }> = {
  use: { from: 'valid', to: 'used' },
  undo_use: { from: 'used', to: 'valid' },
  void: { from: 'valid', to: 'void' },
};

/** Returns the status that a ticket must have before an action, and its status after the action. */
export function ticketTransition(action: TicketAction): { from: TicketStatus; to: TicketStatus } {
  return transitions[action];
}
