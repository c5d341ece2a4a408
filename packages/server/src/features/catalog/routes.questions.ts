import type { FastifyReply } from 'fastify';
import type { ErrorCode } from '../../errors/index.ts';
import { parseIfMatch, versionOf } from '../../platform/http/entity-tags.ts';
import { idempotencyHeaders, withIdempotency } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import { ifMatchHeaders, object, pathId } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { newQuestion, question, questionList, questionPatch } from '../questions/http.ts';
import { listQuestions, type QuestionView } from '../questions/index.ts';
import { eventNotFound } from './event-changes.ts';
import { findEventStatus } from './queries.ts';
import { changeQuestion, createQuestion, deleteQuestion, findQuestion } from './write-question.ts';

/** A principal that can read questions: a publishable key only those that persons are asked. */
interface QuestionPrincipal extends OrganizerPrincipal {
  readonly keyKind?: 'publishable' | 'secret';
}

const tags = ['Questions'];
const eventIdParam = { id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') };
const questionParams = object({
  ...eventIdParam,
  questionId: pathId('Id of the question', 'que_01kamz0g5ve4q8v5x2c4g6t0yd'),
});
const querystring = object({});
const read = { permission: 'events:read' };
const write = (errors: readonly ErrorCode[]) => ({ permission: 'events:write', errors });

const publishableNote = 'With a publishable key: of published events only, without archived questions.';

/** The endpoints for the questions of an event to buyers and ticket holders. */
export const questionRoutes: Feature<OrganizerServices<QuestionPrincipal>> = (app, { db, scopeOf }) => {
  async function readQuestions(request: Parameters<typeof scopeOf>[0], eventId: string) {
    const { organizerId, principal } = scopeOf(request);
    const isPublic = principal.keyKind === 'publishable';
    const status = await findEventStatus(db, organizerId, eventId);
    if (status === null || (isPublic && status !== 'published')) throw eventNotFound(eventId);
    const questions = await listQuestions(db, organizerId, eventId);
    return isPublic ? questions.filter(({ isArchived }) => !isArchived) : questions;
  }

  function sendQuestion(reply: FastifyReply, view: QuestionView): undefined {
    return sendVersioned(reply, { ...versionOf(view.id, view.updatedAt), json: JSON.stringify(view) });
  }

  app.get(
    '/events/:id/questions',
    {
      config: read,
      schema: {
        operationId: 'listQuestions',
        tags,
        summary: 'List the questions of an event',
        description: `The questions to buyers and ticket holders in their sequence, including archived ones. ${publishableNote}`,
        params: object(eventIdParam),
        querystring,
        response: { 200: questionList },
      },
    },
    async (request) => ({ data: await readQuestions(request, request.params.id) }),
  );

  app.get(
    '/events/:id/questions/:questionId',
    {
      config: { ...read, etag: true },
      schema: {
        operationId: 'getQuestion',
        tags,
        summary: 'Read a question',
        description: `One question of an event. ${publishableNote}`,
        params: questionParams,
        querystring,
        response: { 200: question },
      },
    },
    async (request, reply) => {
      const { id: eventId, questionId } = request.params;
      return sendQuestion(reply, findQuestion(await readQuestions(request, eventId), { eventId, questionId }));
    },
  );

  app.post(
    '/events/:id/questions',
    {
      config: write(['invalid_state', 'idempotency_conflict']),
      schema: {
        operationId: 'createQuestion',
        tags,
        summary: 'Add a question to an event',
        description:
          'Adds a question to an event that is not archived. Buyers of a published event are asked from now on.\n\n' +
          'An answer that a `key` names has a meaning for programs, such as the date of birth. `kind`, `key` and `askedOf` cannot be ' +
          'changed later.',
        headers: idempotencyHeaders,
        params: object(eventIdParam),
        querystring,
        body: newQuestion,
        response: { 201: question },
      },
    },
    (request, reply) => {
      const { body, params, url } = request;
      const scope = scopeOf(request);
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const created = await createQuestion(tx, scope, params.id, body);
        const location = `${app.baseUrl}${url.split('?', 1)[0]}/${created.id}`;
        return { status: 201, body: JSON.stringify(created), location };
      });
    },
  );

  app.patch(
    '/events/:id/questions/:questionId',
    {
      config: { ...write(['invalid_state', 'precondition_failed']), etag: true },
      schema: {
        operationId: 'updateQuestion',
        tags,
        summary: 'Change, archive or restore a question',
        description:
          'Absent fields do not change, and `null` clears a field that can be null. `{"isArchived": true}` stops asking the question; its ' +
          'answers stay. An option that `options` leaves out is archived if the question has answers. If another question depends on ' +
          'something that the change removes, the response is the error `invalid_state`.\n\n' +
          'To avoid overwriting other changes, send the `ETag` of a `GET` of the question as `If-Match`. If the question has changed since ' +
          'then, the response is 412 and nothing is changed.',
        headers: ifMatchHeaders,
        params: questionParams,
        querystring,
        body: questionPatch,
        response: { 200: question },
      },
    },
    async (request, reply) => {
      const { id: eventId, questionId } = request.params;
      const scope = scopeOf(request);
      const ifMatch = parseIfMatch(request.headers['if-match']);
      const ids = { eventId, questionId };
      const changed = await db.transaction().execute((tx) => changeQuestion(tx, scope, ids, request.body, ifMatch));
      return sendQuestion(reply, changed);
    },
  );

  app.delete(
    '/events/:id/questions/:questionId',
    {
      config: write(['invalid_state']),
      schema: {
        operationId: 'deleteQuestion',
        tags,
        summary: 'Delete or archive a question',
        description:
          'Deletes a question that nobody has answered. A question with answers is archived instead: it is no longer asked, and its answers ' +
          'stay. The response is the question; `isArchived` is true if it was kept. If another question depends on it, the response is the ' +
          'error `invalid_state`.',
        params: questionParams,
        querystring,
        response: { 200: question },
      },
    },
    (request) => {
      const { id: eventId, questionId } = request.params;
      const scope = scopeOf(request);
      return db.transaction().execute((tx) => deleteQuestion(tx, scope, { eventId, questionId }));
    },
  );
};
