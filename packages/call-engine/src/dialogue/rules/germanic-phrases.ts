import type { PhraseBook } from './spoken-phrase.ts';

export const germanicPhrases = {
  DE: {
    ask_again: ['Ich frage es einmal anders: {question}', 'Darf ich das noch einmal fragen: {question}'],
    ask_again_briefly: ['Ganz kurz: {question}', 'Ein letztes Mal: {question}'],
    clarify: [
      'Nur damit ich Sie richtig verstehe: {question}',
      'Das habe ich nicht ganz verstanden: {question}',
    ],
    acknowledge: ['Danke.', 'Ich verstehe.', 'Vielen Dank.'],
    acknowledge_briefly: ['In Ordnung.', 'Okay, danke.', 'Alles klar.'],
    acknowledge_number: ['Danke, das habe ich notiert.', 'Gut, ist notiert.'],
    accept_refusal: ['Das ist in Ordnung, das lassen wir aus.', 'Kein Problem, das müssen Sie nicht sagen.'],
    section_about: ['Ich möchte über Folgendes sprechen: {title}.', 'Der nächste Punkt ist: {title}.'],
    section_open: ['Was möchten Sie uns sagen oder fragen?', 'Worüber möchten Sie sprechen?'],
    unknown_answer: [
      'Das weiß ich nicht, aber ich habe Ihre Frage notiert.',
      'Dazu liegt mir nichts vor. Ihre Frage ist notiert.',
    ],
    back_to_topic: [
      'Kommen wir zurück zum Grund meines Anrufs.',
      'Ich möchte gern auf unser Thema zurückkommen.',
    ],
    still_there: ['Sind Sie noch da?', 'Hallo, können Sie mich hören?'],
    give_moment: ['Natürlich, nehmen Sie sich Zeit.', 'Gern, ich warte.'],
    announce_handoff: [
      'Ich verbinde Sie jetzt mit einem Menschen. Einen Moment, bitte.',
      'Bitte bleiben Sie dran, ich verbinde Sie.',
    ],
    choose_destination: [
      'Mit wem möchten Sie sprechen: {choices}?',
      'Wohin darf ich Sie verbinden: {choices}?',
    ],
    handoff_failed: [
      'Es tut mir leid, ich konnte niemanden erreichen.',
      'Leider ist gerade niemand erreichbar.',
    ],
    take_message: [
      'Im Moment kann niemand den Anruf annehmen. Was darf ich ausrichten?',
      'Leider ist gerade niemand frei. Was soll ich weitergeben?',
    ],
    confirm_message: ['Danke, das gebe ich weiter.', 'Ich habe es notiert und richte es aus.'],
    ask_callback_time: ['Wann passt es Ihnen besser?', 'Wann dürfen wir Sie wieder anrufen?'],
    confirm_callback: [
      'Gut, wir rufen Sie wieder an: {time}.',
      'Danke, unser nächster Anruf ist notiert: {time}.',
    ],
    confirm_callback_open: [
      'In Ordnung, wir versuchen es ein andermal wieder.',
      'Kein Problem, wir melden uns später noch einmal.',
    ],
    respect_refusal: [
      'Das verstehe ich. Danke für die Auskunft.',
      'Das ist in Ordnung. Danke, dass Sie es sagen.',
    ],
    confirm_opt_out: [
      'Ich habe es notiert; Sie werden nicht mehr angerufen.',
      'Selbstverständlich. Sie erhalten keine weiteren Anrufe von uns.',
    ],
    apologise_wrong_person: [
      'Entschuldigen Sie, dann habe ich die falsche Person erreicht.',
      'Verzeihung, ich wollte jemand anderen erreichen.',
    ],
    introduce: [
      'Hier ist der KI-Assistent von {company}.',
      'Sie sprechen mit dem KI-Assistenten von {company}.',
    ],
    answer_screening: [
      'Hier ist der KI-Assistent von {company}. Der Anruf ist für {contact}.',
      'Der KI-Assistent von {company} möchte {contact} sprechen.',
    ],
    goodbye: ['Vielen Dank für Ihre Zeit. Auf Wiederhören.', 'Danke für das Gespräch. Auf Wiederhören.'],
    running_out_of_time: [
      'Unsere Zeit ist fast um, ich komme daher zum Schluss.',
      'Wir haben kaum noch Zeit, deshalb schließe ich hier.',
    ],
    technical_apology: [
      'Es tut mir leid, wir haben ein technisches Problem. Ich muss das Gespräch hier beenden.',
      'Entschuldigen Sie, bei uns ist etwas schiefgegangen. Ich muss hier aufhören.',
    ],
  },
  NL: {
    ask_again: ['Ik vraag het even anders: {question}', 'Mag ik het nog een keer vragen: {question}'],
    ask_again_briefly: ['Heel kort: {question}', 'Nog één keer: {question}'],
    clarify: [
      'Om zeker te weten dat ik het goed begrijp: {question}',
      'Dat heb ik niet helemaal begrepen: {question}',
    ],
    acknowledge: ['Dank u wel.', 'Ik begrijp het.', 'Bedankt.'],
    acknowledge_briefly: ['In orde.', 'Oké, dank u.', 'Goed.'],
    acknowledge_number: ['Dank u, ik heb het genoteerd.', 'Goed, dat staat genoteerd.'],
    accept_refusal: ['Dat is prima, dat slaan we over.', 'Geen probleem, dat hoeft u niet te zeggen.'],
    section_about: ['Ik wil het graag hierover hebben: {title}.', 'Het volgende punt is: {title}.'],
    section_open: ['Wat wilt u ons vertellen of vragen?', 'Waar wilt u het over hebben?'],
    unknown_answer: [
      'Dat weet ik niet, maar ik heb uw vraag genoteerd.',
      'Daar heb ik geen informatie over. Uw vraag is genoteerd.',
    ],
    back_to_topic: [
      'Laten we teruggaan naar de reden van mijn telefoontje.',
      'Ik kom graag terug op ons onderwerp.',
    ],
    still_there: ['Bent u er nog?', 'Hallo, kunt u mij horen?'],
    give_moment: ['Natuurlijk, neemt u de tijd.', 'Prima, ik wacht even.'],
    announce_handoff: [
      'Ik verbind u nu door met een medewerker. Een moment, alstublieft.',
      'Blijft u aan de lijn, ik verbind u door.',
    ],
    choose_destination: ['Met wie wilt u spreken: {choices}?', 'Met wie mag ik u doorverbinden: {choices}?'],
    handoff_failed: ['Het spijt me, ik kon niemand bereiken.', 'Helaas is er nu niemand bereikbaar.'],
    take_message: [
      'Op dit moment kan niemand het gesprek aannemen. Wat mag ik doorgeven?',
      'Helaas is er nu niemand vrij. Wat zal ik doorgeven?',
    ],
    confirm_message: ['Dank u, ik geef het door.', 'Ik heb het genoteerd en geef het door.'],
    ask_callback_time: ['Wanneer schikt het u beter?', 'Wanneer mogen wij u weer bellen?'],
    confirm_callback: [
      'Goed, wij bellen u weer: {time}.',
      'Dank u, ons volgende telefoontje is genoteerd: {time}.',
    ],
    confirm_callback_open: [
      'Goed, we proberen het een andere keer.',
      'Geen probleem, we bellen later nog eens.',
    ],
    respect_refusal: ['Dat begrijp ik. Dank u dat u het zegt.', 'Dat is prima. Dank u voor uw antwoord.'],
    confirm_opt_out: [
      'Ik heb het genoteerd; u wordt niet meer gebeld.',
      'Natuurlijk. U krijgt geen telefoontjes meer van ons.',
    ],
    apologise_wrong_person: [
      'Neemt u mij niet kwalijk, dan heb ik de verkeerde persoon aan de lijn.',
      'Excuses, ik probeerde iemand anders te bereiken.',
    ],
    introduce: ['Dit is de AI-assistent van {company}.', 'U spreekt met de AI-assistent van {company}.'],
    answer_screening: [
      'Dit is de AI-assistent van {company}. Het telefoontje is voor {contact}.',
      'De AI-assistent van {company} belt voor {contact}.',
    ],
    goodbye: ['Bedankt voor uw tijd. Tot ziens.', 'Dank u voor het gesprek. Tot ziens.'],
    running_out_of_time: [
      'Onze tijd is bijna om, dus ik rond af.',
      'We hebben bijna geen tijd meer, daarom sluit ik hier af.',
    ],
    technical_apology: [
      'Het spijt me, we hebben een technisch probleem. Ik moet het gesprek hier beëindigen.',
      'Excuses, er ging bij ons iets mis. Ik moet hier stoppen.',
    ],
  },
} as const satisfies Readonly<Record<string, PhraseBook>>;
