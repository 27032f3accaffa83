import { type CategoryRules, list } from './rule';

const MINORS = list(`child, children, childs, kid, kids, kiddie, toddler, toddlers, infant, infants, preteen, preteens,
  pre teen, underage, under age, minors, little girl, little girls, little boy, little boys, small girl, small boy, young boy,
  schoolgirl, schoolgirls, schoolboy, schoolboys, school girl, school girls, school boy, school boys, teen, teens, teenager,
  teenagers, teenage, lolita,
  बच्चा, बच्चे, बच्ची, बच्चों, बच्चियों, बच्चियां, नाबालिग, नाबालिगों, छोटी लड़की, छोटी लड़कियां, छोटा लड़का, स्कूली लड़की, किशोरी,
  bachcha, baccha, bachche, bacche, bachchi, bacchi, bachcho, bachchon, baccho, bacchon, nabalig, naabaalig, chhoti ladki,
  choti ladki, chota ladka, chhota ladka,
  শিশু*, বাচ্চা*, নাবালক*, নাবালিকা*, কিশোরী*, ছোট মেয়ে*, ছোট ছেলে*, স্কুলছাত্রী*,
  কণমানি*, সরু ছোৱালী*, কিশোৰী*, স্কুলীয়া ছোৱালী*`);

/** Also endearments, and figures of religious art. */
const BABIES = list(`baby, babies`);

const AGES = Array.from({ length: 17 }, (_, i) => i + 1).flatMap((age) =>
  [
    ...['year old', 'years old', 'yr old', 'yrs old', 'yo', 'y o', 'saal ki', 'saal ka', 'sal ki', 'sal ka'],
    ...['साल की', 'साल का', 'वर्षीय', 'বছরের', 'বছৰীয়া', 'বছৰৰ'],
  ].map((unit) => `${age} ${unit}`),
);

const SEXUAL =
  list(`sex, sexual, sexually, sexy, sexualized, sexualised, sexualize, sexualise, porn*, erotic*, hentai, orgasm*,
  masturbat*, blowjob*, intercourse, nsfw, lingerie, seductive*, strip tease, striptease, rape, raped, raping, molest*, fondl*,
  सेक्स, सेक्सी, पोर्न, अश्लील, यौन, संभोग, बलात्कार, कामुक, ashleel, ashlil, chudai, sambhog, balatkar, kamuk,
  যৌন*, পর্ন*, অশ্লীল*, ধর্ষণ*, সেক্স*, কামোত্তেজক, ধৰ্ষণ*`);

const NUDE =
  list(`naked, nude, nudes, nudity, topless, undress, undressing, undressed, without clothes, without any clothes,
  no clothes, bare breasts,
  नंगा, नंगी, नंगे, नग्न, निर्वस्त्र, बिना कपड़ों, nanga, nangi, nange, nagn, bina kapdo, bina kapdon, bina kapde,
  উলঙ্গ*, নগ্ন*, ন্যাংটো, উলংগ*, নাঙঠ*`);

/** Sexual content that involves minors. Endearments ("sexy baby") and news are reviewed rather than refused. */
export const MINOR_RULES: CategoryRules = {
  rules: [
    {
      phrases: list(`csam, child porn*, childporn*, kiddie porn*, kid porn*, pedo porn*, pedoporn*, child sexual abuse,
        child sex, childsex, underage sex, underage porn*, teen porn*, loli, lolicon, shotacon, preteen model*,
        बाल यौन, बाल अश्लील*, चाइल्ड पोर्न*, শিশু পর্ন*, শিশু যৌন*`),
      strength: 'refuse',
    },
    { both: [[...MINORS, ...AGES], SEXUAL], within: 5, strength: 'refuse' },
    { both: [[...MINORS, ...AGES], NUDE], within: 3, strength: 'refuse' },
    { both: [BABIES, [...SEXUAL, ...NUDE]], within: 3, strength: 'review' },
    {
      phrases: list(`pedophil*, paedophil*, jailbait, young girl naked, naked young girl, nude young girl`),
      strength: 'review',
    },
  ],
  exceptions: list(`sex education, sexual health, same sex, opposite sex, sex of the baby, sex of their baby, sex ratio,
    against child sexual abuse, child sexual abuse awareness, child sexual abuse prevention, prevent child sexual abuse,
    against sexual abuse, sexual abuse awareness, sexual abuse prevention, naked eye, naked eyes, naked mole*, naked tree,
    naked trees, naked branches, naked bulb, naked flame, nude lipstick, nude color, nude colour, nude shade,
    नंगे बदन, nange badan, नंगे पैर, नंगे पैरों, नंगे पांव, नंगे पाँव, nange pair, nange pairon, nange paon, nange paanv, nange paav, यौन शिक्षा, যৌন শিক্ষা`),
};
