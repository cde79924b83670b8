import type { Language } from '@parley/language/language.ts';
import { speechOf } from '@parley/language/speech.ts';
import { expect, test } from 'vitest';
import { recordedGreetingIn } from './opening.ts';
import { asksForKey, chosenOption, hasMailboxKeys, menuIn } from './phone-menu.ts';

/** The key for what is wanted, or who answers where it is no menu. */
type Held = readonly [text: string, wanted: string, expected: string];

/** Written before the tables of words, which were never changed because of them. Misses are listed as such. */
const heldOut: Partial<Record<Language, readonly Held[]>> = {
  DE: [
    [
      'Willkommen bei Müller Bau. Für den Verkauf drücken Sie die Eins, für den Einkauf drücken Sie die Zwei.',
      'Einkauf',
      '2',
    ],
    [
      'Wenn Sie Fragen zu Ihrer Rechnung haben, wählen Sie bitte die 3. Für alles andere wählen Sie die 0.',
      'Rechnung',
      '3',
    ],
    [
      'Drücken Sie 1 für Bestellungen, 2 für Reklamationen oder 9, um mit einem Mitarbeiter verbunden zu werden.',
      'Personal',
      '9',
    ],
    [
      'Möchten Sie mit der Personalabteilung sprechen, so drücken Sie bitte die Taste vier.',
      'Personalabteilung',
      '4',
    ],
    [
      'Guten Tag. Um einen Termin zu vereinbaren, drücken Sie bitte jetzt die Eins. Um zur Zentrale zu gelangen, drücken Sie die Raute.',
      'Frau Weber',
      '#',
    ],
    ['Haben Sie Fragen zu einer laufenden Bewerbung, dann tippen Sie auf die Zwei.', 'Bewerbung', '2'],
    [
      'Für technische Unterstützung betätigen Sie die Fünf, für Vertragsfragen die Sechs.',
      'Vertragsfragen',
      '6',
    ],
    ['Bitte nennen Sie nach dem Ton Ihren Namen und den Grund Ihres Anrufs.', '', 'screening'],
    [
      'Die angerufene Person verwendet einen Anruffilter. Sagen Sie bitte, wer Sie sind und warum Sie anrufen.',
      '',
      'screening',
    ],
    ['Ja, Weber, ich drücke hier gerade noch auf meinem Telefon herum, Moment.', '', 'person'],
  ],
  FR: [
    [
      'Bienvenue chez Dupont. Pour le service commercial, tapez 1. Pour la comptabilité, tapez 2.',
      'comptabilité',
      '2',
    ],
    [
      'Appuyez sur la touche 1 pour une commande, ou sur la touche 2 pour le service après-vente.',
      'commande',
      '1',
    ],
    ['Si vous souhaitez parler à un conseiller, faites le zéro.', 'livraison', '0'],
    ['Vous êtes candidat ? Tapez trois.', 'candidat', '3'],
    [
      'Pour toute autre demande, appuyez sur étoile. Pour suivre votre colis, appuyez sur quatre.',
      'Madame Leroy',
      '*',
    ],
    ['Pour joindre les ressources humaines, veuillez composer le 5.', 'ressources humaines', '5'],
    ["Pour un rendez-vous, dites ou tapez un. Pour l'accueil, dites ou tapez deux.", 'accueil', '2'],
    ["Merci d'indiquer votre nom et le motif de votre appel après le bip.", '', 'screening'],
    [
      "Bonjour, je suis l'assistant virtuel de Marie. Qui est à l'appareil et pourquoi appelez-vous ?",
      '',
      'screening',
    ],
    ['Allô, oui, attendez, je dois appuyer sur le bouton du portail.', '', 'person'],
  ],
  ES: [
    ['Bienvenido a Talleres Ruiz. Para ventas, pulse uno. Para el taller, pulse dos.', 'taller', '2'],
    [
      'Marque 1 para facturación, 2 para soporte técnico o 0 para hablar con un operador.',
      'Recursos humanos',
      '0',
    ],
    ['Si desea hablar con recursos humanos, presione el tres.', 'recursos humanos', '3'],
    ['Para consultar su pedido, oprima la tecla cuatro.', 'pedido', '4'],
    ['Si llama por una oferta de trabajo, por favor pulse cinco.', 'trabajo', '5'],
    ['Para repetir este menú, pulse asterisco. Para recepción, marque el nueve.', 'recepción', '9'],
    ['Si es usted cliente, diga o pulse uno; si aún no lo es, diga o pulse dos.', 'cliente', '1'],
    ['Por favor, diga su nombre y el motivo de su llamada después de la señal.', '', 'screening'],
    ['La persona a la que llama filtra sus llamadas. Diga quién es y por qué llama.', '', 'screening'],
    ['Dígame. Perdone, estaba pulsando el botón del ascensor.', '', 'person'],
  ],
  IT: [
    [
      "Benvenuti in Rossi Arredi. Per l'ufficio vendite premere 1, per l'assistenza premere 2.",
      'assistenza',
      '2',
    ],
    ['Se desidera parlare con un operatore, digiti zero.', 'risorse umane', '0'],
    ['Prema uno per gli ordini, due per la fatturazione.', 'fatturazione', '2'],
    ['Per informazioni su un annuncio di lavoro selezioni il tasto quattro.', 'lavoro', '4'],
    [
      'Per fissare un appuntamento digitare 5, per tutte le altre richieste restare in linea.',
      'appuntamento',
      '5',
    ],
    [
      'Per tornare al menu principale premere asterisco, per la reception premere cancelletto.',
      'signor Bianchi',
      '#',
    ],
    ['Se è già cliente prema il tasto uno.', 'cliente', '1'],
    ['Dica il suo nome e il motivo della chiamata dopo il segnale acustico.', '', 'screening'],
    ["Sono l'assistente virtuale di Giulia: chi parla e per quale motivo chiama?", '', 'screening'],
    ['Pronto? Scusi, avevo premuto il tasto sbagliato.', '', 'person'],
  ],
  NL: [
    ['Welkom bij De Vries. Voor verkoop toetst u 1, voor service toetst u 2.', 'service', '2'],
    ['Kies 1 voor bestellingen, 2 voor facturen of 0 voor een medewerker.', 'personeelszaken', '0'],
    ['Wilt u iemand van personeelszaken spreken, druk dan op de drie.', 'personeelszaken', '3'],
    ['Belt u over een vacature? Toets vier.', 'vacature', '4'],
    [
      'Voor vragen over uw factuur drukt u op vijf. Voor overige vragen drukt u op hekje.',
      'mevrouw Bakker',
      '#',
    ],
    ['Als u een afspraak wilt maken, kies dan een één.', 'afspraak', '1'],
    ['Om verbonden te worden met de receptie, toets een negen.', 'receptie', '9'],
    ['Spreek na de toon uw naam en de reden van uw oproep in.', '', 'screening'],
    ['Degene die u belt gebruikt oproepscreening. Zeg wie u bent en waarom u belt.', '', 'screening'],
    ['Met Bakker. Wacht, ik druk even op de knop van de deur.', '', 'person'],
  ],
};

const found = (language: Language, [text, wanted, expected]: Held): string => {
  const { machine = 'person' } = recordedGreetingIn(text, language);
  if (expected === 'screening' || expected === 'person' || machine !== 'menu') return machine;
  const wishes = wanted === '' ? [] : [wanted];
  return chosenOption(menuIn(speechOf(text), language), wishes, language)?.key ?? 'no key';
};
const missesOf = (language: Language): string[] =>
  (heldOut[language] ?? []).flatMap((one) => {
    const was = found(language, one);
    return was === one[2] ? [] : [`${one[0]} → ${was} instead of ${one[2]}`];
  });

test.each(['DE', 'FR', 'ES', 'IT', 'NL'] as const)(
  'of ten held-out openings of machines and people in %s at least seven are read right',
  (language) => {
    expect(heldOut[language]).toHaveLength(10);
    expect(missesOf(language).length, missesOf(language).join('\n')).toBeLessThanOrEqual(3);
  },
);

test.each([
  ['DE', 'Drücken Sie eins für Verkauf, zwei für Support oder drei für die Werkstatt.', 'Support', '2'],
  ['FR', 'Tapez un pour les ventes, deux pour le support.', 'support', '2'],
  ['ES', 'Pulse uno para ventas o dos para soporte.', 'soporte', '2'],
  ['IT', 'Premere uno per le vendite oppure due per il supporto.', 'supporto', '2'],
  ['NL', 'Toets een voor verkoop en twee voor ondersteuning.', 'ondersteuning', '2'],
  ['DE', 'For sales, press one. For support, press two.', 'support', '2'],
] as const)('in a call in %s the menu "%s" leads to %s by the key %s', (language, text, wanted, key) => {
  const speech = speechOf(text);
  expect(recordedGreetingIn(text, language).machine).toBe('menu');
  expect(chosenOption(menuIn(speech, language), [wanted], language)?.key).toBe(key);
});

test.each([
  ['DE', 'Um eine Nachricht zu hinterlassen, drücken Sie die Eins.'],
  ['FR', 'Pour laisser un message, tapez 1.'],
  ['ES', 'Para dejar un mensaje, pulse uno.'],
  ['IT', 'Per lasciare un messaggio prema uno.'],
  ['NL', 'Om een bericht achter te laten, toets één.'],
] as const)('the keys of a mailbox in %s are no menu', (language, text) => {
  expect(menuIn(speechOf(text), language)).toEqual([]);
  expect(hasMailboxKeys(speechOf(text), language)).toBe(true);
});

test('a language whose menus are not known has those in English', () => {
  expect(menuIn(speechOf('For sales, press one.'), 'PL').map(({ key }) => key)).toEqual(['1']);
  expect(asksForKey(speechOf('Aby połączyć się z działem sprzedaży, naciśnij jeden.'), 'PL')).toBe(false);
});
