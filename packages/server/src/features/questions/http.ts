export {
  answerList,
  answersField,
  answersPatch,
  maxQuestions,
  newQuestion,
  publicQuestions,
  question,
  questionList,
  questionPatch,
} from './schema.ts';
