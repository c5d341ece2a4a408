import { describe, expect, test } from 'vitest';
import { eventStatesAfter, eventStatuses, isChangeable, offerStatesAfter, offerStatuses } from './states.ts';

/** The states that each state can change to. */
const eventTransitions = { draft: ['published', 'archived'], published: ['archived'], archived: [] };
const offerTransitions = { active: ['archived'], archived: ['active'] };

describe('an event', () => {
  test.each(eventStatuses)('can change from the state %s only to the states in the table', (status) => {
    expect(eventStatesAfter(status, false)).toEqual(eventTransitions[status]);
    const withdrawn = status === 'published' ? ['draft'] : [];
    expect(eventStatesAfter(status, true)).toEqual([...withdrawn, ...eventTransitions[status]]);
  });

  test('can be changed until it is archived', () => {
    expect(eventStatuses.filter(isChangeable)).toEqual(['draft', 'published']);
  });
});

describe('a ticket type or an add-on', () => {
  test.each(offerStatuses)('can change from the state %s only to the states in the table', (status) => {
    expect(offerStatesAfter(status)).toEqual(offerTransitions[status]);
  });
});
