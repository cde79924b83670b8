import type { Dialogue } from './dialogue.ts';

/** A question of theirs is answered from the knowledge, or left open and said to be. Nothing is invented. */
export async function answerInquiry(dialogue: Dialogue, question: string): Promise<void> {
  if (await dialogue.leadWithAnswer(question)) return;
  dialogue.findings.leaveOpen(question);
  await dialogue.lead(
    { kind: 'unknown_answer', question },
    'Nothing in the knowledge answers their question.',
  );
}
