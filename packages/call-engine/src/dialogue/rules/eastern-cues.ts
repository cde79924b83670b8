import type { CueTable } from './cue-table.ts';

/** Languages of Eastern Europe that are no one's neighbours by kin. */
export const easternCues = {
  HU: {
    yes: 'igen|ja|aha|persze|hogyne|természetesen|biztosan|pontosan|így van|rendben|jó|oké|ok|szívesen|nem probléma|nincs probléma|nem gond|miért ne|azt hiszem igen|úgy gondolom|naná|egyetértek|helyes|van|abszolút',
    no: 'nem|soha|sohasem|egyáltalán nem|dehogy|dehogyis|természetesen nem|biztosan nem|semmiképp|inkább nem|nem hiszem|még nem|sajnos nem|nem igazán|nincs|nincsen|nem tudok|persze hogy nem',
    noThanks: 'nem köszönöm|köszönöm nem|nem kösz',
    person:
      'emberrel beszélni|egy emberrel|élő emberrel|valódi emberrel|igazi emberrel|beszélni valakivel|valakivel beszélni|beszélhetnék valakivel|ügyintézővel|munkatárssal|kollégával|operátorral|főnökkel|kapcsoljon|kapcsolna|kapcsoljon át|adjon egy embert|nem robottal|nem beszélek robottal|nem géppel',
    stop: 'vegyenek le a listáról|vegyen le a listáról|töröljenek a listáról|ne hívjon többet|ne hívjanak többet|ne hívjon|ne hívjanak|ne hívj többet|soha többé ne hívjon|többet ne hívjanak|hagyják abba a hívogatást|hagyja abba a hívogatást|ne telefonáljanak|töröljék a számomat|törölje a számomat|törölje az adataimat|töröljék az adataimat|a listájukról|hagyjanak békén|hagyjon békén',
    notInterested:
      'nem érdekel|nem érdekelne|nem vagyok érdekelt|nincs rá szükségem|már van munkám|már van állásom|találtam munkát|nem kell|nem kérek semmit',
    later:
      'hívjon később|hívjon holnap|hívjon vissza|hívjanak később|hívjanak holnap|hívjanak vissza|vissza tudna hívni|visszahívna|visszahívni|máskor|majd máskor|most nem|most nem jó|most nem tudok|nem tudok beszélni|rosszkor hív|nem alkalmas|most nem alkalmas|vezetek|éppen vezetek|értekezleten vagyok|megbeszélésen vagyok|dolgozom|munkában vagyok|nincs időm|elfoglalt vagyok',
    goodbye:
      'viszontlátásra|viszlát|viszonthallásra|szia|sziasztok|minden jót|szép napot|további szép napot|leteszem',
    repeat:
      'tessék|hogy|bocsánat|elnézést|megismételné|meg tudná ismételni|ismételje meg|mégegyszer|még egyszer|nem hallottam|nem hallom|nem értettem|nem értem mit mond|mit mondott',
    wrongPerson:
      'téves hívás|téves|rossz szám|rossz számot|téves szám|eltévesztette|nem itt lakik|már nem itt lakik|már nem itt dolgozik|nem az a személy',
    voicemail:
      'a sípszó után|sípszó után|hangjelzés után|hagyjon üzenetet|hangposta|hangpostafiók|üzenetrögzítő|nem elérhető|nem kapcsolható',
    open: 'mi|mit|ki|kit|hol|miért|hogyan|hogy|milyen|melyik|miben|mivel|mesélje|meséljen|mondja',
    number: 'mennyi|hány|mennyit|mióta|meddig|hány éves|mekkora|fizetési igény|bérigény',
    date: 'mikor|mikortól|melyik nap|milyen dátum|melyik napon',
  },
  EL: {
    yes: 'ναι|μάλιστα|βέβαια|βεβαίως|φυσικά|σίγουρα|ακριβώς|σωστά|εντάξει|καλά|συμφωνώ|ευχαρίστως|κανένα πρόβλημα|δεν υπάρχει πρόβλημα|γιατί όχι|νομίζω ναι|έτσι είναι|οκέι|οκ|αμέ|ασφαλώς|απολύτως|ορθώς',
    no: 'όχι|ποτέ|καθόλου|σε καμία περίπτωση|φυσικά όχι|σίγουρα όχι|μάλλον όχι|νομίζω όχι|δεν νομίζω|όχι ακόμα|δυστυχώς όχι|καλύτερα όχι|δεν έχω|δεν είμαι|δεν μπορώ|δεν|όχι ακριβώς|μπα',
    noThanks: 'όχι ευχαριστώ|ευχαριστώ όχι',
    person:
      'μιλήσω με άνθρωπο|μιλήσω σε άνθρωπο|μιλήσω με έναν άνθρωπο|πραγματικό άνθρωπο|αληθινό άνθρωπο|μιλήσω με κάποιον|μιλήσω σε κάποιον|με εκπρόσωπο|με έναν εκπρόσωπο|με υπάλληλο|με τον υπεύθυνο|συνδέστε με|συνδέσετε με|μπορείτε να με συνδέσετε|όχι με ρομπότ|δεν μιλάω με ρομπότ|όχι με μηχανή',
    stop: 'μη με ξαναπάρετε|μην με ξαναπάρετε|μη με παίρνετε|μην με παίρνετε|μην ξαναπάρετε|μην ξανακαλέσετε|μη με ξανακαλέσετε|μην με καλείτε|μη με καλείτε|σταματήστε να με παίρνετε|σταματήστε να παίρνετε|σταματήστε να με καλείτε|σταματήστε να καλείτε|διαγράψτε τον αριθμό μου|σβήστε τον αριθμό μου|διαγράψτε τα στοιχεία μου|βγάλτε με|διαγράψτε με|αφήστε με ήσυχο|αφήστε με ήσυχη|μη με ενοχλείτε|μην με ενοχλείτε',
    notInterested:
      'δεν ενδιαφέρομαι|δεν με ενδιαφέρει|δε με ενδιαφέρει|έχω ήδη δουλειά|βρήκα δουλειά|δεν χρειάζομαι|δεν μας ενδιαφέρει',
    later:
      'πάρτε με αργότερα|πάρτε αργότερα|πάρτε με αύριο|πάρτε αύριο|καλέστε με αργότερα|καλέστε αργότερα|καλέστε με αύριο|μπορείτε να με πάρετε|μπορείτε να με καλέσετε|μπορείτε να πάρετε|άλλη φορά|άλλη στιγμή|μια άλλη στιγμή|όχι τώρα|τώρα δεν μπορώ|δεν μπορώ τώρα|δεν μπορώ να μιλήσω|δεν είναι καλή στιγμή|κακή στιγμή|οδηγώ|είμαι σε σύσκεψη|είμαι σε συνάντηση|είμαι στη δουλειά|δεν έχω χρόνο|είμαι απασχολημένος|είμαι απασχολημένη',
    goodbye:
      'αντίο|γεια σας|γεια|καλή συνέχεια|καλό απόγευμα|καλή σας μέρα|τα λέμε|εις το επανιδείν|κλείνω|χαίρετε',
    repeat:
      'ορίστε|τι|συγγνώμη|παρακαλώ|μπορείτε να επαναλάβετε|επαναλάβετε|επαναλαμβάνετε|πείτε το ξανά|ξανά παρακαλώ|άλλη μια φορά|δεν άκουσα|δεν σας ακούω|δεν κατάλαβα|τι είπατε|πώς είπατε',
    wrongPerson:
      'λάθος αριθμό|λάθος αριθμός|λάθος κάνετε|κάνετε λάθος|έχετε κάνει λάθος|λάθος άτομο|δεν μένει εδώ|δεν μένει πια εδώ|δεν δουλεύει πια εδώ',
    voicemail:
      'μετά τον ήχο|μετά το σήμα|μετά τον χαρακτηριστικό ήχο|αφήστε μήνυμα|αφήστε το μήνυμά σας|τηλεφωνητής|τηλεφωνητή|δεν είναι διαθέσιμος|δεν είναι διαθέσιμη',
    open: 'τι|ποιος|ποια|ποιο|ποιον|ποιες|ποιοι|πού|γιατί|πώς|περιγράψτε|πείτε μου',
    number: 'πόσο|πόσα|πόσες|πόσους|πόσοι|πόσο καιρό|πόσων χρονών|μισθολογικές|τι μισθό',
    date: 'πότε|από πότε|ποια ημερομηνία|ποια μέρα|ποια ημέρα|τι ημερομηνία',
  },
  TR: {
    yes: 'evet|he|hee|tabii|tabi|tabii ki|elbette|kesinlikle|aynen|doğru|tamam|olur|peki|memnuniyetle|sorun değil|sorun yok|problem değil|neden olmasın|niye olmasın|sanırım evet|öyle|var|şüphesiz|ok|okey|katılıyorum|olabilir tabii',
    no: 'hayır|yok|hiç|asla|kesinlikle hayır|tabii ki hayır|kesinlikle olmaz|olmaz|değil|değilim|pek değil|pek sayılmaz|sanmıyorum|sanmam|henüz değil|henüz yok|maalesef|maalesef hayır|istemiyorum|istemem|yapamam|cık',
    noThanks:
      'hayır teşekkürler|hayır teşekkür ederim|istemiyorum teşekkürler|yok teşekkürler|teşekkürler istemiyorum',
    person:
      'bir insanla|insanla konuşmak|insanla görüşmek|gerçek bir insanla|gerçek bir kişiyle|gerçek biriyle|gerçek kişiyle|biriyle konuşmak|birisiyle konuşmak|biriyle görüşmek|birisiyle görüşmek|müşteri temsilcisi|müşteri temsilcisine|temsilciye|temsilciyle|operatöre|yetkili biriyle|yetkiliyle|yetkiliye|beni bağlayın|bana birini bağlayın|bağlar mısınız|aktarır mısınız|robotla konuşmak istemiyorum|robotla konuşmam',
    stop: 'bir daha … aramayın|beni bir daha aramayın|bir daha aramayın|beni aramayın|artık aramayın|beni arama|bir daha arama|aramayı bırakın|aramayı kesin|aramaktan vazgeçin|numaramı silin|numaramı sil|bilgilerimi silin|verilerimi silin|beni listeden|listenizden|listeden çıkarın|beni rahat bırakın|rahatsız etmeyin|beni rahatsız etmeyin',
    notInterested:
      'ilgilenmiyorum|ilgilenmiyoruz|ilgimi çekmiyor|ihtiyacım yok|ihtiyacımız yok|zaten işim var|iş buldum|almayacağım|gerek yok',
    later:
      'sonra arayın|daha sonra arayın|beni sonra arayın|yarın arayın|beni yarın arayın|tekrar arayın|sonra arar mısınız|daha sonra arar mısınız|yarın arar mısınız|tekrar arar mısınız|geri arar mısınız|başka zaman|başka bir zaman|şimdi olmaz|şimdi değil|şu an olmaz|şu an müsait değilim|müsait değilim|şu anda müsait değilim|konuşamam|şu an konuşamam|araba kullanıyorum|toplantıdayım|işteyim|zamanım yok|vaktim yok|meşgulüm|uygun değilim|sonra ara|yarın ara',
    goodbye:
      'hoşça kalın|hoşçakalın|güle güle|görüşürüz|iyi günler|iyi akşamlar|kapatıyorum|allahaısmarladık|kendinize iyi bakın|bay bay',
    repeat:
      'efendim|pardon|nasıl|tekrar eder misiniz|tekrarlar mısınız|tekrar edebilir misiniz|bir daha söyler misiniz|tekrar söyler misiniz|duyamadım|duymadım|sizi duyamıyorum|anlamadım|anlayamadım|ne dediniz',
    wrongPerson:
      'yanlış numara|yanlış aradınız|yanlış kişi|burada oturmuyor|artık burada oturmuyor|artık burada çalışmıyor|yanlış arıyorsunuz',
    voicemail:
      'sinyal sesinden sonra|bip sesinden sonra|sinyalden sonra|mesaj bırakın|mesajınızı bırakın|sesli mesaj|telesekreter|ulaşılamıyor|cevap veremiyor',
    open: 'kimsiniz|ne|kim|kimi|nerede|nereye|neden|niçin|niye|nasıl|hangi|hangisi|neler|anlatır mısınız|anlatın|bahseder misiniz',
    number: 'kaç|ne kadar|kaç yıl|kaç yıldır|kaç yaşında|maaş beklentiniz|ne kadar süre',
    date: 'ne zaman|hangi gün|hangi tarih|hangi tarihte|ne zamandan',
  },
} as const satisfies Record<string, CueTable>;
