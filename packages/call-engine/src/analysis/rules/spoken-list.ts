import type { Language } from '@parley/language/language.ts';
import { words, writing } from '@parley/language/locale-tables.ts';

/** What joins the last two things of a list may be written without spaces, or hang on to the word that follows. */
function jointsIn(language: Language): RegExp {
  const { spaces, affixes } = writing[language];
  const [before, after] =
    spaces === 'none' ? ['\\s*', '\\s*'] : ['\\s+', affixes === 'prefixes' ? '\\s*' : '\\s+'];
  const joint = `(?:${words[language].joint.join('|')})`;
  return new RegExp(`\\s*[,;、，،؛]\\s*(?:${joint}${after})?|${before}${joint}${after}`, 'giu');
}

const LEAD =
  /^(?:(?:and|also|just|only|mainly|mostly|well|um|uh|yes|yeah|so|i|we|think|guess|it's|it is|that's|that is|they are|there is|there's|have|got|i've|i'd|i'm|done|used|worked|work|with|lot|lots|in|my|our|his|her|their|le|la|les|el|los|las|der|die|das|den|il|lo|mainly|mostly|speak|know|use|can|do|bit|of|a|an|the|little|some|basic|fluent|good|nur|auch|und|ich|wir|spreche|kann|habe|etwas|ein|bisschen|wenig|sehr|gut|hablo|tengo|sé|un|poco|de|je|parle|peu|parlo|falo)\s+)+/iu;
const TRAIL =
  /(?:[\s,]+(?:too|only|mostly|mainly|as well|i think|i guess|yes|yeah|please|fluently|well|a bit|a little|auch|gut|fließend))+$/iu;
/** What goes on like this is no thing of a list. */
const NO_ITEM =
  /^(?:if|because|but|when|which|that|so|since|they|he|she|it|we|you|i|i'm|i've|not|no|yes|yeah|okay|sorry|thanks|well|oh|hm|um|let me|any more|mostly|mainly|only|sometimes|etc|weil|aber|wenn|dass|pero|porque|mais|parce)(?![\p{L}])/iu;
const LONGEST_ITEM = 5;

/** The things that someone lists, each without the words around it. */
export function listedIn(text: string, language: Language): string[] {
  const joint = jointsIn(language);
  const items = text
    .split(/[.!?。！？؟]+(?=\s|$)|[。！？]/u)
    .flatMap((sentence) => sentence.split(joint))
    .map((item) => trimmed(item))
    .filter((item) => item !== '' && !NO_ITEM.test(item) && item.split(/\s+/).length <= LONGEST_ITEM);
  return [...new Map(items.map((item) => [item.toLocaleLowerCase(), item])).values()];
}

const trimmed = (item: string): string => item.trim().replace(LEAD, '').replace(TRAIL, '').trim();
