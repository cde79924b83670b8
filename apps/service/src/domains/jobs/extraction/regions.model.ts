import { searchable } from '@parley/kernel/text.ts';

/**
 * Names of the first-level subdivisions of ISO 3166-2, in the languages of the country and as others call them. A name
 * that a town bears too (Berlin, Salzburg, New York) is left out: on its own it is the town.
 */
const names: readonly string[] = [
  // DE
  'Baden-Württemberg|Bayern|Bavaria|Bavière|Baviera|Beieren|Bawaria|Bavorsko|Brandenburg|Hessen|Hesse|Mecklenburg-Vorpommern|Niedersachsen|Lower Saxony|Basse-Saxe|Nordrhein-Westfalen|NRW|North Rhine-Westphalia|Rhénanie-du-Nord-Westphalie|Rheinland-Pfalz|Rhineland-Palatinate|Saarland|Sachsen|Saxony|Saxe|Sachsen-Anhalt|Saxony-Anhalt|Schleswig-Holstein|Thüringen|Thuringia',
  // AT
  'Burgenland|Kärnten|Carinthia|Niederösterreich|Lower Austria|Oberösterreich|Upper Austria|Steiermark|Styria|Tirol|Tyrol|Vorarlberg',
  // CH
  'Aargau|Appenzell Innerrhoden|Appenzell Ausserrhoden|Basel-Landschaft|Graubünden|Grisons|Grigioni|Jura|Nidwalden|Obwalden|Thurgau|Ticino|Tessin|Uri|Vaud|Waadt|Valais|Wallis',
  // FR
  "Auvergne-Rhône-Alpes|Bourgogne-Franche-Comté|Bretagne|Brittany|Centre-Val de Loire|Corse|Corsica|Grand Est|Hauts-de-France|Île-de-France|Ile de France|Nouvelle-Aquitaine|Normandie|Normandy|Occitanie|Occitania|Provence-Alpes-Côte d'Azur|PACA|Pays de la Loire|Région parisienne",
  // IT
  "Abruzzo|Basilicata|Calabria|Campania|Emilia-Romagna|Friuli Venezia Giulia|Lazio|Liguria|Lombardia|Lombardy|Lombardei|Lombardie|Marche|Molise|Piemonte|Piedmont|Piemont|Puglia|Apulia|Sardegna|Sardinia|Sicilia|Sicily|Sizilien|Toscana|Tuscany|Toskana|Toscane|Trentino-Alto Adige|Südtirol|South Tyrol|Umbria|Valle d'Aosta|Val d'Aoste|Veneto",
  // ES
  'Andalucía|Andalusia|Aragón|Aragon|Asturias|Principado de Asturias|Cantabria|Castilla y León|Castilla-La Mancha|Canarias|Islas Canarias|Canary Islands|Catalunya|Cataluña|Catalonia|Extremadura|Galicia|Illes Balears|Islas Baleares|Baleares|Balearic Islands|Región de Murcia|Comunidad de Madrid|Navarra|Navarre|Euskadi|País Vasco|Basque Country|La Rioja|Comunidad Valenciana|Comunitat Valenciana',
  // PT
  'Açores|Azores|Madeira|Alentejo|Algarve',
  // NL, BE
  'Drenthe|Flevoland|Fryslân|Friesland|Gelderland|Noord-Brabant|North Brabant|Noord-Holland|North Holland|Overijssel|Zeeland|Zuid-Holland|South Holland',
  'Vlaams-Brabant|Oost-Vlaanderen|West-Vlaanderen|Brabant wallon|Hainaut|Henegouwen|Vlaanderen|Flanders|Flandre|Wallonie|Wallonia|Wallonië',
  // PL
  'Dolnośląskie|Lower Silesia|Kujawsko-Pomorskie|Lubelskie|Lubuskie|Łódzkie|Małopolskie|Małopolska|Lesser Poland|Mazowieckie|Mazovia|Mazowsze|Masovian|Opolskie|Podkarpackie|Podlaskie|Pomorskie|Pomerania|Śląskie|Śląsk|Silesia|Świętokrzyskie|Warmińsko-Mazurskie|Wielkopolskie|Wielkopolska|Greater Poland|Zachodniopomorskie',
  // CZ, SK
  'Středočeský kraj|Jihočeský kraj|Plzeňský kraj|Karlovarský kraj|Ústecký kraj|Liberecký kraj|Královéhradecký kraj|Pardubický kraj|Kraj Vysočina|Vysočina|Jihomoravský kraj|Olomoucký kraj|Zlínský kraj|Moravskoslezský kraj|Banskobystrický kraj|Bratislavský kraj|Košický kraj|Nitriansky kraj|Prešovský kraj|Trnavský kraj|Trenčiansky kraj|Žilinský kraj',
  // GB, IE
  'Buckinghamshire|Cambridgeshire|Cheshire|Cornwall|Cumbria|Derbyshire|Devon|Dorset|Essex|East Sussex|West Sussex|Sussex|Gloucestershire|Greater London|Greater Manchester|Hampshire|Hertfordshire|Kent|Lancashire|Leicestershire|Lincolnshire|Merseyside|Norfolk|Northamptonshire|Nottinghamshire|North Yorkshire|West Yorkshire|South Yorkshire|Yorkshire|Oxfordshire|Suffolk|Somerset|Surrey|Staffordshire|Warwickshire|West Midlands|Worcestershire|Aberdeenshire|Leinster|Munster|Connaught|Ulster',
  // US, CA, AU
  'Alaska|Alabama|Arkansas|Arizona|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Iowa|Idaho|Illinois|Indiana|Kansas|Kentucky|Louisiana|Massachusetts|Maryland|Maine|Michigan|Minnesota|Missouri|Mississippi|Montana|North Carolina|North Dakota|Nebraska|New Hampshire|New Jersey|New Mexico|Nevada|New York State|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Virginia|Vermont|Washington State|Wisconsin|West Virginia|Wyoming',
  'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Saskatchewan|Northwest Territories|Nunavut|Yukon',
  'New South Wales|Queensland|South Australia|Tasmania|Western Australia|Northern Territory|Australian Capital Territory',
  // BR, MX
  'Acre|Alagoas|Amazonas|Amapá|Bahia|Ceará|Espírito Santo|Goiás|Maranhão|Minas Gerais|Mato Grosso do Sul|Mato Grosso|Pará|Paraíba|Pernambuco|Piauí|Paraná|Rio Grande do Norte|Rondônia|Roraima|Rio Grande do Sul|Santa Catarina|Sergipe|Tocantins',
  'Baja California|Coahuila|Estado de México|Jalisco|Michoacán|Nuevo León|Quintana Roo|Sinaloa|Sonora|Tamaulipas|Yucatán',
]; // biome-ignore format: a table

const key = (name: string): string => searchable(name).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim(); // biome-ignore format: short

const known: ReadonlySet<string> = new Set(names.flatMap((line) => line.split('|').map(key)));

/** Words that say of a name that it is no town's. */
const KIND =
  /\b(bundesland|kraj|wojewodztwo|voivodeship|region|regione|provincia|provincie|province|county|canton|kanton|state|lan|departement|comunidad autonoma)\b/;

/** Whether the name is that of a part of a country, and of no town. */
export const isRegion = (name: string): boolean => known.has(key(name)) || KIND.test(key(name));

/** Codes of subdivisions that people write behind a town, by the language of the page they stand on. */
const codes: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AB BC MB NB NS NT NU ON QC YT WA NT ACT NSW QLD TAS VIC'.split(' ')),
  it: new Set('AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FM FR GE GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PT PU PV PZ RA RC RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV'.split(' ')),
  pt: new Set('AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')),
}; // biome-ignore format: a table

/**
 * Whether two letters behind a town are those of a state or a province. American states are written so everywhere; CA
 * is Canada only where it follows a province.
 */
export const isRegionCode = (code: string, language: string): boolean =>
  codes.en?.has(code) === true || codes[language]?.has(code) === true;
