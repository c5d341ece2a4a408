import {
  count,
  emailAddress,
  id,
  nullable,
  object,
  oneOf,
  orderNumber,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { scanRecord } from '../gate/http.ts';
import { memberOrderDetail, timelineEntry } from '../orders/http.ts';
import { personalDataDaysMax } from '../organizers/index.ts';
import { answerList } from '../questions/http.ts';
import { orderTicket } from '../tickets/http.ts';

export const retentionQuery = object({
  days: Type.Optional(
    Type.Integer({
      description:
        'How many days after an event its personal data would be removed; by default the days in the settings',
      minimum: 1,
      maximum: personalDataDaysMax,
      examples: [90],
    }),
  ),
});

export const retentionPreview = object(
  {
    events: Type.Array(
      object(
        {
          id: id('evt', 'Id of the event'),
          name: text('The name of the event', { maxLength: 200, examples: ['Harbour Run 2026'] }),
          endedAt: time('When the event ended'),
          orders: count('Number of its orders with personal data'),
          tickets: count('Number of tickets of these orders'),
        },
        { $id: 'EventWithPersonalData', description: 'An event that has ended, and its orders with personal data' },
      ),
    ),
    questions: Type.Array(
      object(
        {
          eventId: id('evt', 'Id of the event'),
          eventName: text('The name of the event', { maxLength: 200, examples: ['Harbour Run 2026'] }),
          endedAt: time('When the event ended'),
          id: id('que', 'Id of the question'),
          label: text('The question', { maxLength: 2_000, examples: ['Allergies'] }),
          answers: count('Number of answers to it'),
        },
        { $id: 'QuestionToForget', description: 'A question whose `retentionDays` have passed, and its answers' },
      ),
    ),
  },
  {
    $id: 'RetentionPreview',
    description: 'What would be removed now: personal data of events, and answers to questions',
  },
);

export const personRequest = object(
  { email: emailAddress('The e-mail address of the person') },
  { $id: 'PersonRequest', description: 'The e-mail address of a person' },
);

const organizerFields = {
  slug: text('The slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] }),
  name: text('The name of the organizer', { maxLength: 200, examples: ['Harbour Running Club'] }),
  isSandbox: Type.Boolean({ description: 'Whether this is the sandbox of the organizer' }),
  isMember: Type.Boolean({ description: 'Whether the address belongs to a member of the organizer' }),
  isInvited: Type.Boolean({ description: 'Whether the address has an invitation of the organizer' }),
};

const personOrder = object(
  {
    eventName: text('The name of the event', { maxLength: 200, examples: ['Harbour Run 2026'] }),
    language: nullable(text('The language of mails to the buyer', { maxLength: 35, examples: ['de'] })),
    detail: memberOrderDetail,
    timeline: Type.Array(timelineEntry),
    scans: Type.Array(scanRecord),
  },
  { $id: 'PersonOrder', description: 'An order of the person, with all that happened with it' },
);

export const person = object(
  {
    email: emailAddress('The e-mail address of the person'),
    organizers: Type.Array(
      object(
        {
          ...organizerFields,
          ordersLeft: count('Number of orders that are not in the response'),
          orders: Type.Array(personOrder),
          otherOrders: Type.Array(
            object(
              {
                orderNumber,
                ticketId: nullable(id('tkt', 'Id of the ticket; null for the buyer, and before tickets are issued')),
                answers: answerList,
                ticket: nullable(orderTicket),
                scans: Type.Array(scanRecord),
              },
              {
                $id: 'PersonInOrder',
                description:
                  'A person in an order of another buyer, who answered with the address, or has it from an import',
              },
            ),
          ),
        },
        { $id: 'PersonAtOrganizer', description: 'What an organizer knows of the person' },
      ),
    ),
  },
  { $id: 'Person', description: 'All that is known of an e-mail address' },
);

export const erasure = object(
  {
    organizers: Type.Array(
      object(
        {
          ...organizerFields,
          ordersLeft: count('Number of orders that were not erased yet: repeat the request'),
          removed: Type.Array(orderNumber, { description: 'The orders whose personal data was removed' }),
          otherOrders: Type.Array(
            object(
              {
                orderNumber,
                ticketIds: Type.Array(id('tkt', 'Id of the ticket'), {
                  description: 'The tickets whose holder was removed; empty if the person was only in answers',
                }),
              },
              {
                $id: 'ErasedInOrder',
                description: 'An order of another buyer in which the data of the person was removed',
              },
            ),
          ),
          kept: Type.Array(
            object(
              {
                orderNumber,
                reason: oneOf(
                  ['pending', 'payment_open'],
                  '`pending`: the order can still be paid. `payment_open`: a payment of the order is not closed yet',
                ),
              },
              { $id: 'KeptOrder', description: 'An order whose personal data stays for now' },
            ),
          ),
        },
        { $id: 'ErasureAtOrganizer', description: 'What was erased at an organizer, and what was not' },
      ),
    ),
  },
  { $id: 'Erasure', description: 'What was erased of a person' },
);
