import { personalWords } from './personal-words.model.ts';

const word = String.raw`[\p{L}][\p{L}\p{M}.'’-]*`;
const capital = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const number = String.raw`\d{1,4}(?:\s?[a-zA-Z](?![\p{L}.]))?(?:\s?[-/–]\s?\d{1,4}[a-zA-Z]?)?(?!\d|[.,]\d)`;
// A year is no postal code: the line below an address often begins with one.
const notYear = String.raw`(?!(?:19|20)\d\d(?!\d))`;
const code = String.raw`(?:[A-Z]{1,2}-)?${notYear}(?:\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4,6}(?:\s?[A-Z]{2}(?![\p{L}]))?)`;
const city = String.raw`${capital}(?:[ -]${capital}){0,3}(?:\s\d{1,2}(?!\d))?`;
const british = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])`;
const flat = String.raw`(?:,?\s*(?:apt|apartment|flat|unit|suite|floor|app|appt|whg|top|m|lok|kv|кв|ап|ap|sc|bl|et|daire|dr|2nd floor|piso|esc)\.?\s?\d{1,4}[a-zA-Z]?)?`;
/** What may follow a street: the flat, then the town with its code, on the line or alone on the next. */
const town = String.raw`${flat}(?:(?:\s*,\s*|\s+[-–|]\s+|\s+)${code}\s+${city}|\s*,?\s*\n${code}\s+${city}(?=\s*(?:$|,|\n))|,\s*${capital}(?:\s${capital})?,?\s+${british}|,\s*${british})?`;

const suffixes =
  'strasse|straße|str|weg|gasse|gässli|allee|platz|ring|damm|ufer|steig|stieg|graben|markt|hof|chaussee|promenade|straat|laan|plein|gracht|kade|singel|steeg|dijk|dreef|vägen|väg|gatan|gata|gränd|stigen|torget|vej|gade|stræde|allé|boulevard|veien|vei|gate|gaten|gata|katu|tie|kuja|polku|tänav|iela|gatvė|bulvāris';
const suffixed = String.raw`(?<![\p{L}\p{N}])(?:${capital}[ -]){0,3}\p{L}[\p{L}\p{M}'’-]{1,40}(?:${suffixes}|-(?:Strasse|Straße|Str|Weg|Gasse|Allee|Platz|Ring|Damm|Ufer|Steig|Markt))\.?\s+${number}`;
const separateNoun = String.raw`(?<![\p{L}\p{N}])(?:${capital}\s){1,3}(?:Strasse|Straße|Str\.|Weg|Gasse|Allee|Ring|Damm|Ufer|iela|tn\.|pst\.|mnt\.|g\.|gatvė|pr\.|al\.|utca|u\.|út|útja|tér|tere|körút|krt\.|köz|sor|sétány|Sokak|Sokağı|Sok\.|Sk\.|Caddesi|Cad\.|Cd\.|Bulvarı|Mah\.|Mahallesi)(?:[,\s]+(?:No\s?[:.]?\s?)?)${number}`;
const german = String.raw`(?<![\p{L}\p{N}])(?:Am|An der|An den|Auf der|Auf dem|Im|In der|Zum|Zur|Unter den|Unterm|Hinter der|Beim)\s${capital}(?:\s${capital})?\s${number}(?=\s*,?\s*(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu})`;
const romance = String.raw`(?<![\p{L}\p{N}])(?:calle|c\/|avenida|avda\.?|av\.|plaza|pza\.|paseo|p[º°]|carrer|ronda|camino|rua|r\.|travessa|praça|largo|alameda|estrada|via|viale|v\.le|piazza|p\.za|corso|c\.so|vicolo|largo|strada|str\.|bd\.|bulevardul|b-dul|calea|aleea|șoseaua|șos\.|ul\.|ulica|ulice|al\.|aleja|pl\.|plac|os\.|osiedle|nám\.|námestie|náměstí|tř\.|třída|trg|cesta|obala|οδός|λεωφόρος|λεωφ\.|улица|ул\.|проспект|просп\.|пр\.|пр-т|бульвар|бул\.|площадь|пл\.|переулок|пер\.|вулиця|вул\.|провулок|ж\.\s?к\.|булевард|улица)\s*[^\d\n,;:()|]{2,45}(?:,\s?|\s)(?:n[º°r]?\.?\s?|nr\.?\s?|č\.\s?|д\.\s?|дом\s|буд\.\s?|№\s?)?${number}`;
const french = String.raw`(?<![\p{L}\p{N}])\d{1,4}\s?(?:bis|ter|quater)?,?\s+(?:rue|avenue|av\.|boulevard|bd\.?|place|pl\.|chemin|ch\.|impasse|allée|quai|route|rte|cours|square|passage|sentier|faubourg|villa|résidence)\s+[^\n,;:()|\d]{2,50}?(?=\s*(?:,|\n|$|;|\||\d|·|•|–))`;
const english = String.raw`(?<![\p{L}\p{N}])(?:(?:Flat|Apt\.?|Apartment|Unit)\s\w{1,5},?\s)?\d{1,5}[A-Za-z]?,?\s+(?:(?:${capital}|\d{1,3}(?:st|nd|rd|th))\s+){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Boulevard|Blvd|Way|Terrace|Close|Crescent|Place|Pl|Gardens|Grove|Hill|Mews|Row|Walk|Parkway|Pkwy|Highway|Hwy|Quay|Circle|Cir)(?![\p{L}])\.?`;
const american = String.raw`(?:,?\s*(?:apt|apartment|suite|unit|#)\.?\s?\w{1,5})?(?:,\s*${capital}(?:\s${capital}){0,2})?(?:,\s*[A-Z]{2}\s+\d{5}(?:-\d{4})?)?`;
/** Some languages name streets without a word for it; the code behind tells. */
const bare = String.raw`(?<![\p{L}\p{N}])${capital}(?:\s${word}){0,3}\s${number},\s*${code}\s+${city}`;

const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`${english}(?:(?:,\s*${capital}(?:\s${capital}){0,2})?,?\s+${british}|${american}${town})`,
    'gmu',
  ),
  new RegExp(`${french}${town}`, 'gimu'),
  new RegExp(`${suffixed}${town}`, 'gmu'),
  new RegExp(`${separateNoun}${town}`, 'gmu'),
  new RegExp(`${german}${town}`, 'gmu'),
  new RegExp(romance + town.replaceAll('\\p{Lu}', '\\p{L}'), 'gimu'),
  new RegExp(bare, 'gmu'),
  /〒\s?\d{3}-?\d{4}[^\n]{0,80}/gu,
];

const labelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${personalWords('addressLabels').join('|')})(\s*[:：][^\S\n]*)(?![\s[])[^\n]+`,
  'giu',
);

export const anonymousAddresses = (text: string): string =>
  patterns
    .reduce((part, pattern) => part.replaceAll(pattern, '[address]'), text)
    .replaceAll(labelled, '$1$2[address]');
