import { externalPatch } from '../../platform/http/external-schema.ts';
import { nullable, object, Type, visible } from '../../platform/http/schema.ts';
import { answersPatch } from '../questions/http.ts';
import { maxPartOfName } from '../tickets/http.ts';

export const orderPatch = object(
  {
    buyer: Type.Optional(
      object(
        { answers: answersPatch },
        { $id: 'BuyerAnswers', description: 'The answers of the buyer to change. Needs the scope `orders:read:pii`' },
      ),
    ),
    ...externalPatch,
  },
  {
    $id: 'UpdateOrder',
    description: 'The fields of an order to change',
    examples: [{ metadata: { costCenter: '4711' } }],
  },
);

const partOfName = (description: string, example: string) =>
  Type.Optional(visible(Type.String({ description, minLength: 1, maxLength: maxPartOfName, examples: [example] })));

/** The name of a holder in two parts. */
export const namePatch = {
  firstName: partOfName(
    'First name of the holder. If the name of the ticket is not divided, `lastName` is needed, too',
    'Ada',
  ),
  lastName: partOfName('Last name of the holder', 'Lovelace'),
};

export const ticketPatch = object(
  {
    holderName: Type.Optional(
      nullable(
        visible(
          Type.String({
            description:
              'Name of the holder in one piece: `firstName` and `lastName` become null. Needs the scope `orders:read:pii`',
            maxLength: 300,
            examples: ['Ada Lovelace'],
          }),
        ),
      ),
    ),
    ...namePatch,
    bib: Type.Optional(
      Type.String({
        description:
          'Number of the holder, unique within the event; empty: none. A number that is given here is fixed: a new assignment of all numbers ' +
          'keeps it. Needs the scope `orders:read:pii`',
        maxLength: 50,
        examples: ['217'],
      }),
    ),
    category: Type.Optional(
      nullable(
        Type.String({
          description: 'Class of the holder, such as an age group. Needs the scope `orders:read:pii`',
          maxLength: 100,
          examples: ['W40'],
        }),
      ),
    ),
    answers: answersPatch,
    ...externalPatch,
  },
  {
    $id: 'UpdateTicket',
    description: 'The fields of a ticket to change',
    examples: [{ holderName: 'Ada Lovelace', metadata: { team: 'Blue' } }],
  },
);
