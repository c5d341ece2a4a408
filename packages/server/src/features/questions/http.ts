export {
  answerList,
  answersField,
  answersPatch,
  answerValue,
  newQuestion,
  publicQuestions,
  question,
  questionList,
  questionPatch,
} from './schema.ts';
