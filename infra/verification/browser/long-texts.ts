// cspell:disable
/** Texts at the limits of their fields, in the scripts that customers use. */

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** 60 characters each. */
export const NAMES = [
  'Asha Priyadarshini Bhattacharyya-Wijesinghe van der Bergstr.',
  'Ravi Das',
  'عبد الرحمن بن محمد بن عبد الله آل سعود الهاشمي القرشي المكي',
  'लक्ष्मी नारायण वेंकटेश्वर राव सुब्रह्मण्यम भट्टाचार्य शर्मा',
];

const LABEL = repeated('organization-with-a-rather-long-name-', 61);
/** With a local part of 64 characters and the @, an address of 254 characters, the longest that a mail server accepts. */
export const DOMAIN = `${LABEL}a.${LABEL}b.${repeated('subdomain-', 57)}.com`;

const SENTENCE = 'A long boat on the wide river at dawn 🌅, seen from the bank where the reeds stand. ';
const ARABIC = 'قارب طويل على النهر العريض عند الفجر، كما يُرى من الضفة حيث يقف القصب. ';
const DEVANAGARI = 'भोर में चौड़ी नदी पर एक लंबी नाव, उस किनारे से जहाँ सरकंडे खड़े हैं। ';

/** The first one has 2,000 characters and a word without a break. */
export const PROMPTS = [
  repeated(`🚣🏽‍♀️ ${SENTENCE}${ARABIC}${DEVANAGARI}${'widescreen_'.repeat(14)} 👩‍👩‍👧‍👦 `, 2_000),
  'A boat',
  repeated(ARABIC, 400),
  repeated(DEVANAGARI, 400),
];

/** 500 characters, the longest reason that operators can give. */
export const REASON = repeated(
  `Goodwill after the incident of Sunday, agreed with everybody on call, ticket 4711 👍. ${ARABIC}${DEVANAGARI}`,
  500,
);
