import type { PhraseBook } from './spoken-phrase.ts';

export const nordicPhrases = {
  SV: {
    ask_again: ['Jag frågar på ett annat sätt: {question}', 'Får jag fråga en gång till: {question}'],
    ask_again_briefly: ['Helt kort: {question}', 'En sista gång: {question}'],
    clarify: ['Bara så att jag förstår rätt: {question}', 'Jag uppfattade inte riktigt: {question}'],
    acknowledge: ['Tack.', 'Jag förstår.', 'Tack så mycket.'],
    acknowledge_briefly: ['Okej.', 'Då vet jag.', 'Okej, tack.'],
    acknowledge_number: ['Tack, det är noterat.', 'Okej, jag har antecknat det.'],
    accept_refusal: ['Det går bra, vi hoppar över det.', 'Inga problem, det behöver du inte svara på.'],
    section_about: ['Jag vill gärna prata om det här: {title}.', 'Nästa punkt är: {title}.'],
    section_open: ['Är det något du vill säga eller fråga?', 'Vad vill du prata om?'],
    unknown_answer: [
      'Det vet jag inte, men jag har noterat din fråga.',
      'Det har jag ingen information om. Din fråga är noterad.',
    ],
    back_to_topic: ['Låt oss gå tillbaka till varför jag ringer.', 'Jag återgår gärna till vårt ämne.'],
    still_there: ['Är du kvar?', 'Hallå, hör du mig?'],
    give_moment: ['Självklart, ta den tid du behöver.', 'Visst, jag väntar.'],
    announce_handoff: [
      'Jag kopplar dig till en människa nu. Ett ögonblick.',
      'Vänta kvar, jag kopplar dig vidare.',
    ],
    choose_destination: ['Vem vill du tala med: {choices}?', 'Vart ska jag koppla dig: {choices}?'],
    handoff_failed: ['Jag beklagar, jag fick inte tag på någon.', 'Tyvärr är ingen tillgänglig just nu.'],
    take_message: [
      'Just nu kan ingen ta samtalet. Vad kan jag framföra?',
      'Tyvärr är ingen ledig just nu. Vad vill du att jag framför?',
    ],
    confirm_message: ['Tack, jag framför det.', 'Jag har noterat det och för det vidare.'],
    ask_callback_time: ['När passar det bättre?', 'När får vi ringa dig igen?'],
    confirm_callback: ['Då ringer vi dig igen: {time}.', 'Tack, vårt nästa samtal är noterat: {time}.'],
    confirm_callback_open: ['Okej, vi försöker en annan gång.', 'Inga problem, vi hör av oss senare.'],
    respect_refusal: ['Jag förstår. Tack för att du säger det.', 'Det går bra. Tack för ditt svar.'],
    confirm_opt_out: [
      'Det är noterat; du blir inte uppringd igen.',
      'Självklart. Du får inga fler samtal från oss.',
    ],
    apologise_wrong_person: [
      'Ursäkta, då har jag kommit till fel person.',
      'Förlåt, jag sökte någon annan. Ursäkta att jag störde.',
    ],
    introduce: ['Det här är AI-assistenten från {company}.', 'Du talar med AI-assistenten från {company}.'],
    answer_screening: [
      'Det här är AI-assistenten från {company}. Samtalet är till {contact}.',
      'AI-assistenten från {company} söker {contact}.',
    ],
    goodbye: ['Tack för din tid. Hej då.', 'Tack för samtalet. Hej då.'],
    running_out_of_time: [
      'Vår tid är nästan slut, så jag avrundar.',
      'Tiden är snart slut, så jag avslutar här.',
    ],
    technical_apology: [
      'Jag beklagar, vi har ett tekniskt problem. Jag måste avsluta samtalet här.',
      'Ursäkta, något gick fel hos oss. Jag måste sluta här.',
    ],
  },
  DA: {
    ask_again: ['Jeg spørger på en anden måde: {question}', 'Må jeg spørge igen: {question}'],
    ask_again_briefly: ['Helt kort: {question}', 'En sidste gang: {question}'],
    clarify: ['Bare så jeg forstår det rigtigt: {question}', 'Det fik jeg ikke helt fat i: {question}'],
    acknowledge: ['Tak.', 'Jeg forstår.', 'Mange tak.'],
    acknowledge_briefly: ['I orden.', 'Okay, tak.', 'Javel.'],
    acknowledge_number: ['Tak, det er noteret.', 'Okay, det har jeg skrevet ned.'],
    accept_refusal: ['Det er i orden, det springer vi over.', 'Intet problem, det behøver du ikke svare på.'],
    section_about: ['Jeg vil gerne tale om dette: {title}.', 'Det næste punkt er: {title}.'],
    section_open: ['Er der noget, du vil sige eller spørge om?', 'Hvad vil du gerne tale om?'],
    unknown_answer: [
      'Det ved jeg ikke, men jeg har noteret dit spørgsmål.',
      'Det har jeg ingen oplysninger om. Dit spørgsmål er noteret.',
    ],
    back_to_topic: [
      'Lad os vende tilbage til grunden til, at jeg ringer.',
      'Jeg vender gerne tilbage til vores emne.',
    ],
    still_there: ['Er du der stadig?', 'Hallo, kan du høre mig?'],
    give_moment: ['Selvfølgelig, tag dig god tid.', 'Fint, jeg venter.'],
    announce_handoff: [
      'Jeg stiller dig nu om til et menneske. Et øjeblik.',
      'Bliv på linjen, jeg stiller dig om.',
    ],
    choose_destination: ['Hvem vil du tale med: {choices}?', 'Hvor skal jeg stille dig om til: {choices}?'],
    handoff_failed: [
      'Jeg beklager, jeg kunne ikke få fat i nogen.',
      'Desværre er ingen til at træffe lige nu.',
    ],
    take_message: [
      'Lige nu kan ingen tage opkaldet. Hvad må jeg give videre?',
      'Desværre er ingen ledige lige nu. Hvad skal jeg give videre?',
    ],
    confirm_message: ['Tak, det giver jeg videre.', 'Jeg har noteret det og giver det videre.'],
    ask_callback_time: ['Hvornår passer det bedre?', 'Hvornår må vi ringe til dig igen?'],
    confirm_callback: ['Så ringer vi til dig igen: {time}.', 'Tak, vores næste opkald er noteret: {time}.'],
    confirm_callback_open: ['I orden, vi prøver en anden gang.', 'Intet problem, vi ringer igen senere.'],
    respect_refusal: ['Det forstår jeg. Tak, fordi du siger det.', 'Det er i orden. Tak for dit svar.'],
    confirm_opt_out: [
      'Det er noteret; du bliver ikke ringet op igen.',
      'Selvfølgelig. Du får ikke flere opkald fra os.',
    ],
    apologise_wrong_person: [
      'Undskyld, så har jeg fat i den forkerte person.',
      'Beklager, jeg prøvede at få fat i en anden.',
    ],
    introduce: ['Det er AI-assistenten fra {company}.', 'Du taler med AI-assistenten fra {company}.'],
    answer_screening: [
      'Det er AI-assistenten fra {company}. Opkaldet er til {contact}.',
      'AI-assistenten fra {company} ringer til {contact}.',
    ],
    goodbye: ['Tak for din tid. Farvel.', 'Tak for samtalen. Farvel.'],
    running_out_of_time: [
      'Vores tid er næsten gået, så jeg runder af.',
      'Tiden er ved at være gået, så jeg slutter her.',
    ],
    technical_apology: [
      'Jeg beklager, vi har et teknisk problem. Jeg er nødt til at afslutte samtalen her.',
      'Undskyld, noget gik galt hos os. Jeg må stoppe her.',
    ],
  },
  NO: {
    ask_again: ['Jeg spør på en annen måte: {question}', 'Får jeg spørre en gang til: {question}'],
    ask_again_briefly: ['Helt kort: {question}', 'En siste gang: {question}'],
    clarify: ['Bare så jeg forstår det riktig: {question}', 'Jeg fikk ikke helt tak i det: {question}'],
    acknowledge: ['Takk.', 'Jeg forstår.', 'Tusen takk.'],
    acknowledge_briefly: ['Greit.', 'Ok, takk.', 'Da vet jeg det.'],
    acknowledge_number: ['Takk, det er notert.', 'Ok, jeg har skrevet det ned.'],
    accept_refusal: [
      'Det er i orden, vi hopper over det.',
      'Ikke noe problem, det trenger du ikke svare på.',
    ],
    section_about: ['Jeg vil gjerne snakke om dette: {title}.', 'Neste punkt er: {title}.'],
    section_open: ['Er det noe du vil si eller spørre om?', 'Hva vil du gjerne snakke om?'],
    unknown_answer: [
      'Det vet jeg ikke, men jeg har notert spørsmålet ditt.',
      'Det har jeg ingen opplysninger om. Spørsmålet ditt er notert.',
    ],
    back_to_topic: [
      'La oss gå tilbake til grunnen til at jeg ringer.',
      'Jeg går gjerne tilbake til temaet vårt.',
    ],
    still_there: ['Er du der fortsatt?', 'Hallo, hører du meg?'],
    give_moment: ['Selvfølgelig, ta deg god tid.', 'Greit, jeg venter.'],
    announce_handoff: [
      'Jeg setter deg over til et menneske nå. Et øyeblikk.',
      'Vent litt, jeg setter deg over.',
    ],
    choose_destination: ['Hvem vil du snakke med: {choices}?', 'Hvor skal jeg sette deg over: {choices}?'],
    handoff_failed: [
      'Jeg beklager, jeg fikk ikke tak i noen.',
      'Dessverre er ingen tilgjengelig akkurat nå.',
    ],
    take_message: [
      'Akkurat nå kan ingen ta samtalen. Hva kan jeg gi beskjed om?',
      'Dessverre er ingen ledig akkurat nå. Hva skal jeg si videre?',
    ],
    confirm_message: ['Takk, jeg gir beskjed videre.', 'Jeg har notert det og sier det videre.'],
    ask_callback_time: ['Når passer det bedre?', 'Når kan vi ringe deg igjen?'],
    confirm_callback: ['Da ringer vi deg igjen: {time}.', 'Takk, neste samtale er notert: {time}.'],
    confirm_callback_open: ['Greit, vi prøver en annen gang.', 'Ikke noe problem, vi ringer igjen senere.'],
    respect_refusal: ['Det forstår jeg. Takk for at du sier det.', 'Det er i orden. Takk for svaret.'],
    confirm_opt_out: [
      'Det er notert; du blir ikke oppringt igjen.',
      'Selvfølgelig. Du får ikke flere samtaler fra oss.',
    ],
    apologise_wrong_person: [
      'Unnskyld, da har jeg fått tak i feil person.',
      'Beklager, jeg prøvde å nå en annen.',
    ],
    introduce: ['Dette er AI-assistenten fra {company}.', 'Du snakker med AI-assistenten fra {company}.'],
    answer_screening: [
      'Dette er AI-assistenten fra {company}. Samtalen er til {contact}.',
      'AI-assistenten fra {company} ringer til {contact}.',
    ],
    goodbye: ['Takk for tiden din. Ha det bra.', 'Takk for samtalen. Ha det bra.'],
    running_out_of_time: [
      'Tiden vår er nesten ute, så jeg runder av.',
      'Tiden er snart ute, så jeg avslutter her.',
    ],
    technical_apology: [
      'Jeg beklager, vi har et teknisk problem. Jeg må avslutte samtalen her.',
      'Unnskyld, noe gikk galt hos oss. Jeg må stoppe her.',
    ],
  },
} as const satisfies Readonly<Record<string, PhraseBook>>;
