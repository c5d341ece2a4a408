/**
 * The questions of events to buyers and ticket holders, and their answers. It owns their rules and their tables. `catalog` changes the
 * questions of events, and `orders` writes the answers of an order with it.
 */
export { answerIn } from './answer-texts.ts';
export {
  type AnsweringPerson,
  answerColumns,
  assignAnswers,
  checkAnswers,
  deleteAnswers,
  insertAnswerRows,
  insertAnswers,
  maxAnswerErrors,
  type PersonAnswers,
  personOfAnswers,
  QuestionDeleted,
  readPersonsOfOrder,
  type StoredAnswer,
  storedAnswer,
  storedAnswersOf,
} from './answers.ts';
export { type AnswerChange, changeAnswers } from './change-answers.ts';
export { findPersonsByEmail, forgetPerson, type PersonWithEmail } from './find-by-email.ts';
export { lacksAnswer } from './lacks-answer.ts';
export {
  countOldAnswers,
  listOrdersWithAnswers,
  listOrganizersWithRetention,
  listQuestionsToForget,
  type QuestionToForget,
  removeAnswers,
} from './old-answers.ts';
export {
  type AskedQuestion,
  answerOfTicket,
  answersJson,
  askedQuestions,
  findQuestionReferences,
  hasAnswers,
  hasChosen,
  listAskedQuestions,
  listEventsWithQuestions,
  listQuestions,
  type QuestionView,
} from './queries.ts';
export { findDependent, maxQuestions, questionErrors } from './rules.ts';
export { selectOrdersByAnswer, wordsOfAnswers } from './words-of-answers.ts';
export {
  deleteQuestionRow,
  insertQuestions,
  lockQuestionRow,
  lockQuestionsNow,
  moveQuestions,
  updateQuestion,
} from './write-rows.ts';
