import type { AgeRule } from '#shared/questions/age-rule';
import { needsBirthDate, needsSex } from '#shared/questions/category';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { listQuestions, type QuestionView } from '../questions/index.ts';
import { storedRules } from './holder-rules.ts';
import type { OfferIds } from './offer-kinds.ts';

type TicketTypeRules = Pick<Tables['ticket_types'], 'id' | 'age_rule' | 'category_rule'>;

/**
 * Asserts that each holder of a ticket type is asked what its rules need. The caller has locked the event.
 *
 * @throws ApiError `invalid_fields` with an error for each rule that needs a question
 */
export async function assertQuestionsOfRules(
  tx: Db,
  organizerId: string,
  { eventId, offerId }: OfferIds,
): Promise<void> {
  const ticketType = await typesWithRules(tx, organizerId, eventId).where('id', '=', offerId).executeTakeFirst();
  if (ticketType === undefined) return;
  const fields = errorsOfRules(ticketType, await listQuestions(tx, organizerId, eventId));
  if (fields.length > 0) throw new ApiError('invalid_fields', { part: 'body' }, { fields });
}

/**
 * Asserts that a change of the questions of an event takes none away that its ticket types need. The caller has locked the event.
 *
 * @throws ApiError `question_needed`
 */
export async function assertRulesHaveQuestions(
  tx: Db,
  organizerId: string,
  eventId: string,
  { before, after }: { readonly before: readonly QuestionView[]; readonly after: readonly QuestionView[] },
): Promise<void> {
  const ticketTypes = await typesWithRules(tx, organizerId, eventId).execute();
  const ticketType = ticketTypes.find((type) => errorsOfRules(type, after).length > errorsOfRules(type, before).length);
  if (ticketType !== undefined) throw new ApiError('question_needed', { name: ticketType.name });
}

/** The active ticket types of an event that have a rule. */
function typesWithRules(tx: Db, organizerId: string, eventId: string) {
  return tx
    .selectFrom('ticket_types')
    .select(['id', 'name', 'age_rule', 'category_rule'])
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('age_rule', 'is not', null), eb('category_rule', 'is not', null)]));
}

function errorsOfRules(ticketType: TicketTypeRules, questions: readonly QuestionView[]): FieldError[] {
  const { ageRule, categoryRule } = storedRules(ticketType);
  const isAsked = (key: 'birthDate' | 'sex') =>
    questions.some((question) => question.key === key && asksHolders(question, ticketType.id));
  const errors: FieldError[] = [];
  if (ageRule !== null && hasLimit(ageRule)) {
    const birthDate = questions.find(({ key, isArchived }) => key === 'birthDate' && !isArchived);
    const path = ageRule.minimum === null ? 'ageRule.maximum' : 'ageRule.minimum';
    if (!isAsked('birthDate') || !birthDate?.isRequired)
      errors.push(fieldError(path, 'needs_question', { key: 'birthDate' }));
  }
  if (categoryRule !== null) {
    const pathOfSex = categoryRule.ageClasses === 'table' ? 'categoryRule.table' : 'categoryRule.bySex';
    if (needsBirthDate(categoryRule) && !isAsked('birthDate'))
      errors.push(fieldError('categoryRule.ageClasses', 'needs_question', { key: 'birthDate' }));
    if (needsSex(categoryRule) && !isAsked('sex')) errors.push(fieldError(pathOfSex, 'needs_question', { key: 'sex' }));
  }
  return errors;
}

const hasLimit = ({ minimum, maximum }: AgeRule) => minimum !== null || maximum !== null;

/** Whether each holder of a ticket type is asked a question. */
function asksHolders({ askedOf, isArchived, shownIf, maxAge, offerIds }: QuestionView, ticketTypeId: string): boolean {
  if (shownIf !== null || maxAge !== null) return false;
  return askedOf === 'holder' && !isArchived && (offerIds?.includes(ticketTypeId) ?? true);
}
