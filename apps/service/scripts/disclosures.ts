import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, localeOf } from '@parley/language/language.ts';
import { disclosureWords } from '../src/domains/agents/disclosure.model.ts';

/** Writes docs/disclosures.md: `node apps/service/scripts/disclosures.ts`. A test holds the file against the code. */

export function disclosureTable(): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const rows = languages.map((language) => {
    const { sentence, sentenceInLatin, terms } = disclosureWords[language];
    const said = sentenceInLatin === undefined ? sentence : `${sentence} / ${sentenceInLatin}`;
    const cells = [said, terms.join(', ').replaceAll('*', '…')].map((cell) =>
      // Keeps the full stop on the left of what is read from right to left.
      language === 'AR' || language === 'HE' ? `<bdi>${cell}</bdi>` : cell,
    );
    return `| ${[language, names.of(localeOf(language)), ...cells].join(' | ')} |`;
  });
  return `# AI disclosures

Every contact is told that an AI is speaking. If the first message of an agent does not say so, the agent adds the sentence
below in the language of the call. Serbian follows the script of the message.

A message discloses the AI if it contains one of the words below, said by the caller about itself in the same sentence ("I'm
Anna, your virtual assistant") and not about something else ("not a robot", "about our AI assistant"). "…" stands for any
ending. In doubt the sentence is added: twice is better than not at all.

| | Language | Sentence | Words that count |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../../../docs/disclosures.md'), disclosureTable());
