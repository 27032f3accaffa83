import { type CategoryRules, list } from './rule';

const REAL_PEOPLE =
  list(`my ex, my ex girlfriend, my ex boyfriend, my ex wife, my ex husband, ex girlfriend, my girlfriend, my classmate,
  my classmates, my neighbor, my neighbour, my colleague, my coworker, my teacher, my boss, my student, celebrity, celebrities,
  actress, actresses, real actress, politician, minister, the woman in the photo, the girl in the photo, this woman, this girl,
  her photo, his photo,
  अभिनेत्री, पड़ोसन, मेरी टीचर, मेरी शिक्षिका, मेरी एक्स, सहेली, मेरी क्लासमेट, abhinetri, padosan, meri teacher, meri ex,
  meri classmate, অভিনেত্রী*, আমার প্রাক্তন, প্রতিবেশী*, অভিনেত্ৰী*, মোৰ প্ৰাক্তন`);

const NUDE =
  list(`naked, nude, nudes, nudity, topless, undressed, undressing, without clothes, no clothes, sex tape, sextape,
  sex video, porn*, having sex, नंगा, नंगी, नग्न, निर्वस्त्र, अश्लील, बिना कपड़ों, nangi, nanga, ashleel, bina kapdo, bina kapdon,
  bina kapde, উলঙ্গ*, নগ্ন*, অশ্লীল*, পর্ন*, উলংগ*`);

const HIDDEN_CAMERA =
  list(`hidden camera, hidden cam, spy cam, spycam, spy camera, secretly film*, secretly record*, छिपा कैमरा,
  छिपे कैमरे, chhupa camera, chupa camera, hidden kamera, গোপন ক্যামেরা*, গোপন কেমেৰা*`);
const PRIVATE_PLACE =
  list(`bathroom, toilet, shower, changing room, dressing room, bedroom, locker room, hostel room, bathing, undressing,
  बाथरूम, शौचालय, नहाते, नहाती, कपड़े बदलते, nahate, nahati, বাথরুম*, স্নান*, পোশাক বদল*, গা ধোওয়া, বাথৰুম*`);

/** Intimate images of people without their consent. */
export const INTIMATE_IMAGERY_RULES: CategoryRules = {
  rules: [
    {
      phrases:
        list(`deepfake porn*, deepfake nude*, deep fake porn*, deep fake nude*, revenge porn*, nudify*, undress her, undress him,
        undress this woman, undress this girl, undress the woman, undress the girl, remove her clothes, remove his clothes,
        remove all her clothes, remove her dress, remove her saree, remove her sari, strip her naked, strip him naked,
        make her naked, make her nude, upskirt*, leaked nude*, leaked mms, mms leak, leaked sex tape,
        उसके कपड़े उतार*, इसके कपड़े उतार*, लड़की के कपड़े उतार*, औरत के कपड़े उतार*, उसके कपड़े हटा*, लीक एमएमएस, रिवेंज पोर्न*,
        uske kapde utar*, iske kapde utar*, ladki ke kapde utar*, aurat ke kapde utar*, uske kapde hata*,
        কাপড় খুলে দাও, জামা খুলে দাও, পোশাক খুলে দাও, নগ্ন করে দাও, কাপোৰ খুলি দিয়া, নগ্ন কৰি দিয়া`),
      strength: 'refuse',
    },
    { both: [REAL_PEOPLE, NUDE], within: 4, strength: 'refuse' },
    { both: [HIDDEN_CAMERA, PRIVATE_PLACE], within: 6, strength: 'refuse' },
    {
      phrases:
        list(`take off her clothes, taking off her clothes, without her consent, without his consent, sex tape, sextape,
        कपड़े उतार दो, kapde utar do`),
      strength: 'review',
    },
  ],
  exceptions:
    list(`naked eye, naked eyes, nude lipstick, nude color, nude colour, nude shade, nude heels, nude dress, nude saree,
    nude makeup`),
};
