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

A person who is called learns that an AI is speaking. When the first message of an agent does not say so, the sentence
of the call's language is said after it. Serbian follows the script of the message.

Other words count too, where the caller says them of itself in the same sentence ("I'm Anna, your virtual assistant")
and not of something else ("not a robot", "about our AI assistant"). An ending may follow where there is a "…". In
doubt the sentence is said: twice is better than not at all.

| | Language | Sentence | Words that count |
|---|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../../../docs/disclosures.md'), disclosureTable());
