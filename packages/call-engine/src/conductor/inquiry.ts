import type { Dialogue } from './dialogue.ts';

/** Answers a contact's question from the knowledge, or says that it stays open. Nothing is invented. */
export async function answerInquiry(dialogue: Dialogue, question: string): Promise<void> {
  if (await dialogue.leadWithAnswer(question)) return;
  dialogue.findings.leaveOpen(question);
  await dialogue.lead(
    { kind: 'unknown_answer', question },
    'Nothing in the knowledge answers their question.',
  );
}
