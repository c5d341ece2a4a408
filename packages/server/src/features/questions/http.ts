export {
  answerList,
  answersField,
  maxQuestions,
  newQuestion,
  publicQuestions,
  question,
  questionList,
  questionPatch,
} from './schema.ts';
