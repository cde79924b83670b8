import { contentStems } from './stem.ts';

/** The stems that tell what a text is about, in any of the languages. */
export const meaningfulStems = (text: string): string[] =>
  contentStems(text).filter((stem) => !EMPTY.has(stem));

/** The words of other languages that say nothing of a subject: articles, helpers, and what only makes a question. */
const EMPTY: ReadonlySet<string> = new Set(
  contentStems(
    'der die das den dem des ein eine einen einem einer und oder aber ist sind war hat haben wird werden kann ich sie wir ihr ' +
      'es mit von zu zum zur im am auf für nicht wie was wann wo wer warum welche welcher welches gibt man auch noch ' +
      'hoch groß lange viel viele oft teuer eigentlich denn bei ihnen mir dort ungefähr etwa bekomme wäre möchte ' +
      'le la les un une des du de et ou est sont a au aux en dans pour par sur avec ce cette que qui quoi quand comment ' +
      'combien quel quelle quels quelles vous nous il elle je mon ma mes votre vos y t elevé grand long souvent ça ' +
      'el los las una y o es son del al con por para que como cuando cuanto cuanta cuantos cuantas donde cual quien su sus ' +
      'mi lo hay tiene se paga gano il lo gli i di e che chi come quando quanto quanta quanti dove quale qual per con ' +
      'della alto grande lungo sono avete c o os as um uma e do da dos das no na em com por qual quanto quanta quantos ' +
      'vocês tem têm é são het een en of van te in op met voor hoe wat waar wie wanneer is zijn u uw hoog veel lang vaak krijg ' +
      'och att det som en ett är jag du hur vad när var mycket stor lång får ni er og at jeg hvad hvor hva når meget stort lang ' +
      'mange høy høj hög högt stort får i w na z do jest są to czy jak jaki jaka jakie kiedy gdzie ile co u państwa wysokie ' +
      'a v s je se jsou kdy kde kolik co jaký jaká jaké já na po za má máte u vás ako aký aká aké koľko kde čo ' +
      'mennyi milyen mekkora hol mikor van a az egy önöknél cât câtă câte care este sunt unde când cum la un o ' +
      'и в на с не что как какой какая какие какое когда где сколько кто это вы я у вас есть який яка яке яких скільки де коли це ' +
      'колко какъв каква какво къде кога е са ли има kakva kakav kakvo koliko gdje gdje kada je su li u vas kolika kolik kako kje kdaj ' +
      'каква какав колико где када је су ли ποιος ποια ποιο πόσο πόση πόσος πού πότε πώς είναι ο η το τα οι των στο στη ' +
      'ne nedir kaç kadar nerede nasıl hangi mi mı var bir ve bu on onko mikä mitä missä milloin kuinka paljonko montako teillä ' +
      'mis kui palju kus millal on kas teil cik kāda kāds kur kad ir vai jums kiek koks kokia kur kada yra ar jūsų ' +
      'ما هو هي كم أين متى كيف هل في من على هناك لديكم מה מהו מהי כמה איפה מתי איך האם יש את של על אצלכם',
  ),
);
