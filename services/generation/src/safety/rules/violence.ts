import { type CategoryRules, list } from './rule';

const CRUELTY =
  list(`behead*, decapitat*, dismember*, disembowel*, mutilat*, slitting the throat, slit the throat, slits the throat,
  cut off the head, burned alive, burning alive, burnt alive, lynching, lynched, lynch mob, torturing, being tortured, stab to death, stabbed to death, massacring,
  सिर काट*, सिर कलम, गला काट*, गला रेत*, जिंदा जला*, ज़िंदा जला*, sir kaat*, sir kalam kar diya, sir kalam kar dena, gala kaat*, gala ret*, zinda jala*,
  jinda jala*, শিরশ্ছেদ*, গলা কেটে, গলা কাট*, মাথা কেটে, জীবন্ত পুড়*, শিৰচ্ছেদ*, ডিঙি কাট*, জীয়াই জীয়াই পুৰ*`);

const DETAIL =
  list(`graphic, gory, gore scene, bloody, blood splatter, blood spurting, blood everywhere, close up, closeup, screaming,
  hostage, hostages, prisoner, prisoners, civilian, civilians, captive, captives, muslim, muslims, hindu, hindus, dalit, dalits,
  christian, christians, sikh, sikhs, jew, jews, बंधक, कैदी, खून से लथपथ, bandhak, kaidi, khoon se lathpath, বন্দী*, বন্দি*, রক্তাক্ত,
  মুসলমান*, হিন্দু*, তেজেৰে`);

/** Graphic violence and terror. Cruelty without a victim or details may be history, myth or theater, and is reviewed. */
export const VIOLENCE_RULES: CategoryRules = {
  rules: [
    {
      phrases:
        list(`beheading video, execution video, snuff film, snuff video, isis propaganda, isis recruit*, join isis, join al qaeda,
        al qaeda recruit*, terrorist recruit*, terror propaganda, glorify terror*, how to make a bomb, how to build a bomb,
        build a pipe bomb, make a pipe bomb, make explosives at home, school shooting, mass shooting of*, ethnic cleansing of*,
        kill all muslims, kill all hindus, kill all jews, kill all christians, kill all dalits,
        आईएसआईएस का प्रचार, बम कैसे बना*, बम बनाने का तरीका, बम बनाने की विधि, bomb kaise bana*, bomb banane ka tarika,
        bomb banane ki vidhi, বোমা বানানোর, বোমা তৈরির, বোমা কীভাবে, বোমা বনোৱা*`),
      strength: 'refuse',
    },
    { both: [CRUELTY, DETAIL], within: 6, strength: 'refuse' },
    {
      phrases: [
        ...CRUELTY,
        ...list(`suicide bomb*, suicide attack*, gory, gore scene, massacre*, आत्मघाती हमल*, आतंकवादी हमल*, aatmghati hamla, aatankwadi hamla,
          আত্মঘাতী হামলা*, আত্মঘাতী আক্ৰমণ*`),
      ],
      strength: 'review',
    },
  ],
  exceptions: list(`massacre memorial, jallianwala bagh massacre`),
};
