export {
  answerList,
  answersField,
  answersPatch,
  answerValue,
  maxQuestions,
  newQuestion,
  publicQuestions,
  question,
  questionList,
  questionPatch,
} from './schema.ts';
