import { evaluationIn } from '../../dialogue/speech-check/forbidden-phrase.ts';

/** Whether words rate somebody or their answers, such as "I deserve one hundred points". */
export const isEvaluationClaim = (text: string): boolean => evaluationIn(text) !== undefined;
