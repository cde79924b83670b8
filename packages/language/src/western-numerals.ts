import type { NumeralWords } from './numeral-words.ts';

/** Germanic and Romance languages of Western and Southern Europe. */
export const westernNumerals = {
  DE: {
    small:
      'null eins zwei|zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    hundred: 'hundert',
    thousand: 'tausend|tsd',
    million: 'million|millionen|mio',
    point: 'komma|punkt',
    and: 'und',
    half: 'einhalb',
    oneAndHalf: 'anderthalb|eineinhalb',
    article: 'ein|eine|einen|einem|einer',
    counted: 'jahr|monat|woche|tag|stunde|minute|kind|mal',
    to: 'bis|und|oder',
    isUnitFirst: true,
  },
  NL: {
    small:
      'nul eentje twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    hundred: 'honderd',
    thousand: 'duizend',
    million: 'miljoen|mln',
    point: 'komma|punt',
    and: 'en',
    half: 'half',
    joined: { 'en een half': 'enhalf' },
    oneAndHalf: 'anderhalf',
    article: 'een',
    counted: 'jaar|maand|week|dag|uur|minuut|kind|keer',
    to: 'tot|en|of|à|a',
    isUnitFirst: true,
  },
  FR: {
    small:
      'zéro unité deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf',
    tens: 'vingt trente quarante cinquante soixante septante quatrevingt|huitante|octante nonante',
    hundred: 'cent|cents',
    thousand: 'mille',
    million: 'million|millions',
    point: 'virgule',
    and: 'et',
    half: 'demi|demie',
    article: 'un|une',
    counted: 'an|mois|semaine|jour|heure|minute|enfant|fois|année',
    to: 'à|a|et|ou',
    scores: [60, 80],
    joined: {
      'quatre vingts': 'quatrevingt',
      'quatre vingt': 'quatrevingt',
      'dix sept': 'dixsept',
      'dix huit': 'dixhuit',
      'dix neuf': 'dixneuf',
    },
  },
  ES: {
    small:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno|veintiún|veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    hundreds:
      'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
    thousand: 'mil',
    million: 'millón|millones',
    point: 'coma|punto',
    and: 'y',
    half: 'medio|media',
    article: 'un|una',
    counted: 'año|mes|semana|día|hora|minuto|hijo|hija|vez',
    to: 'a|y|o|hasta',
  },
  PT: {
    small:
      'zero unidade dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezasseis|dezesseis dezassete|dezessete dezoito dezanove|dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    hundreds:
      'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
    thousand: 'mil',
    million: 'milhão|milhões',
    point: 'vírgula|ponto',
    and: 'e',
    half: 'meio|meia',
    article: 'um|uma',
    counted: 'ano|mês|semana|dia|hora|minuto|filho|filha|vez',
    to: 'a|e|ou|até',
  },
  IT: {
    small:
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti|vent trenta|trent quaranta|quarant cinquanta|cinquant sessanta|sessant settanta|settant ottanta|ottant novanta|novant',
    hundred: 'cento|cent',
    thousand: 'mille|mila',
    million: 'milione|milioni',
    point: 'virgola|punto',
    and: 'e',
    half: 'mezzo|mezza',
    article: 'un|una',
    counted: 'anno|mese|settimana|giorno|ora|minuto|figlio|figlia|volta',
    to: 'a|e|o|fino a',
  },
} as const satisfies Readonly<Record<string, NumeralWords>>;
