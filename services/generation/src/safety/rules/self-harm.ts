import { type CategoryRules, list } from './rule';

/** Suicide and self-harm. Help and prevention pass. */
export const SELF_HARM_RULES: CategoryRules = {
  rules: [
    {
      phrases:
        list(`kill myself, killing myself, kill yourself, kills himself, kills herself, kill himself, kill herself,
        killing himself, killing herself, commit suicide, commits suicide, committing suicide, suicide method*, how to hang,
        how to suicide, hang myself, hangs himself, hangs herself, hanging himself, hanging herself, cut my wrists, cutting my wrists,
        cutting her wrists, cutting his wrists, cuts her wrists, cuts his wrists, slit my wrists, slitting her wrists,
        slitting his wrists, slits her wrists, slits his wrists, cutting herself with, cutting himself with, pro ana, proana,
        thinspo*,
        आत्महत्या कर*, खुदकुशी कर*, आत्महत्या का तरीका, आत्महत्या के तरीके, फांसी लगा*, फाँसी लगा*, नस काट*, नसें काट*,
        aatmahatya kar*, atmahatya kar*, khudkushi kar*, khudkhushi kar*, fansi laga*, faansi laga*, phansi laga*, nas kaat*, nas kat*,
        আত্মহত্যা কর*, আত্মহত্যার উপায়, আত্মহত্যার পদ্ধতি, গলায় দড়ি, গলায় দড়ি, হাতের শিরা কাট*, শিরা কেটে, আত্মহত্যাৰ উপায়,
        ডিঙিত চিপজৰী, ডিঙিত ৰছী`),
      strength: 'refuse',
    },
    {
      phrases:
        list(`suicide, suicidal, self harm, selfharm, self harming, self injury, overdos*, आत्महत्या, खुदकुशी, aatmahatya, atmahatya,
        khudkushi, আত্মহত্যা*`),
      strength: 'review',
    },
  ],
  exceptions:
    list(`suicide prevention, suicide awareness, suicide helpline, prevent suicide, preventing suicide, suicide squad,
    suicide door*, suicide bomb*, suicide attack*, self harm awareness, self harm prevention, how to hang a*, how to hang the*,
    how to hang curtain*, how to hang picture*, आत्महत्या रोकथाम, आत्महत्या की रोकथाम, आत्महत्या करने से रोक*,
    aatmahatya roktham, আত্মহত্যা প্রতিরোধ`),
};
