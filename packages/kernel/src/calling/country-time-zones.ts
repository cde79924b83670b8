/**
 * The time zones of countries whose numbers do not always tell where in the country they are. The first is that of most people.
 * Those that were left out have the clock of one that is here.
 */
const ZONES = `
AU Australia/Sydney Australia/Brisbane Australia/Adelaide Australia/Darwin Australia/Perth Australia/Eucla Australia/Lord_Howe
BR America/Sao_Paulo America/Manaus America/Rio_Branco America/Noronha
CA America/Toronto America/St_Johns America/Halifax America/Blanc-Sablon America/Atikokan America/Winnipeg America/Regina America/Edmonton America/Vancouver America/Whitehorse
CD Africa/Kinshasa Africa/Lubumbashi
CL America/Santiago America/Punta_Arenas Pacific/Easter
ES Europe/Madrid Atlantic/Canary
GL America/Nuuk America/Danmarkshavn America/Scoresbysund America/Thule
ID Asia/Jakarta Asia/Makassar Asia/Jayapura
MN Asia/Ulaanbaatar Asia/Hovd
MX America/Mexico_City America/Cancun America/Matamoros America/Hermosillo America/Mazatlan America/Ciudad_Juarez America/Tijuana
NZ Pacific/Auckland Pacific/Chatham
PT Europe/Lisbon Atlantic/Madeira Atlantic/Azores
RU Europe/Moscow Europe/Kaliningrad Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka
US America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Adak Pacific/Honolulu
`;

const zones: ReadonlyMap<string, readonly string[]> = new Map(
  ZONES.trim()
    .split('\n')
    .map((line) => {
      const [country = '', ...names] = line.split(' ');
      return [country, names] as const;
    }),
);

/** Empty: every number of the country tells its zone. */
export const zonesOfCountry = (country: string): readonly string[] => zones.get(country) ?? [];

export const countriesOfSeveralZones: readonly string[] = [...zones.keys()];
