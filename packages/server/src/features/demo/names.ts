/**
 * Names in their original spelling, by culture. If the letters for the e-mail address cannot be derived from a name, they follow
 * it after a colon. Phone numbers are from ranges that regulators reserve for films and books.
 */

export type PhoneRange = 'american' | 'british' | 'french' | 'german' | 'irish' | 'swedish';

/** The ranges; `#` stands for any digit. */
export const phoneRanges: Readonly<Record<PhoneRange, string>> = {
  american: '+1 212 555 01##',
  british: '+44 7700 900###',
  french: '+33 6 39 98 ## ##',
  german: '+49 30 23125 ###',
  irish: '+353 20 91# ####',
  swedish: '+46 8 465 004 ##',
};

interface CultureNames {
  readonly phone: PhoneRange;
  /** The family name comes first. */
  readonly familyFirst?: true;
  readonly given: string;
  readonly family: string;
}

export const cultures = {
  american: {
    phone: 'american',
    given: 'Ava, Caleb, Destiny, Ethan, Grace, Jamal, Kayla, Logan, Madison, Noah, Savannah, Tyler',
    family: 'Baker, Carter, Davis, Freeman, Goldberg, Hayes, Jefferson, Kowalski, Miller, Reyes, Washington, Wright',
  },
  arabic: {
    phone: 'french',
    given:
      'ليلى:layla, يوسف:youssef, فاطمة:fatima, عمر:omar, نور:nour, كريم:karim, أمينة:amina, حسن:hassan, سلمى:salma, طارق:tariq, ياسمين:yasmin, خالد:khalid',
    family:
      'حداد:haddad, النجار:alnajjar, خوري:khoury, منصور:mansour, ناصر:nasser, الخطيب:alkhatib, سالم:salem, درويش:darwish, صباغ:sabbagh, عيسى:issa, مراد:murad, حمدان:hamdan',
  },
  british: {
    phone: 'british',
    given: 'Alfie, Bronwen, Charlotte, Dylan, Eleanor, Fergus, Georgina, Harry, Imogen, Oliver, Poppy, Zoë',
    family:
      "Ashworth, Brontë, Campbell, Davies, Fairclough, Hughes, MacLeod, Morgan, O'Brien, Patel, Smith-Jones, Wood",
  },
  chinese: {
    phone: 'american',
    familyFirst: true,
    given: '伟:wei, 芳:fang, 秀英:xiuying, 敏:min, 静:jing, 磊:lei, 洋:yang, 艳:yan, 勇:yong, 杰:jie, 娟:juan, 涛:tao',
    family: '王:wang, 李:li, 张:zhang, 刘:liu, 陈:chen, 杨:yang, 黄:huang, 赵:zhao, 吴:wu, 周:zhou, 徐:xu, 孙:sun',
  },
  french: {
    phone: 'french',
    given: 'Anaïs, Benoît, Chloé, Étienne, François, Gaëlle, Hélène, Jérôme, Léa, Mathéo, Noémie, Théo',
    family:
      "Bérard, Boissière, Châtelain, D'Aubigné, Dupré, Fournier, Garçon, Lefèvre, Maître, Moreau, Rousseau, Vallée",
  },
  german: {
    phone: 'german',
    given: 'Anneliese, Björn, Charlotte, Dörte, Emil, Felix, Greta, Jörg, Käthe, Lukas, Matthias, Sören',
    family: 'Bäcker, Fischer, Großmann, Hartmann, Jäger, Köhler, Krüger, Lindner, Müller, Schröder, Weiß, Zimmermann',
  },
  greek: {
    phone: 'german',
    given:
      'Ελένη:eleni, Γιώργος:giorgos, Μαρία:maria, Νίκος:nikos, Σοφία:sofia, Δημήτρης:dimitris, Κατερίνα:katerina, Κώστας:kostas, Ιωάννα:ioanna, Πέτρος:petros, Θάλεια:thalia, Γιάννης:yannis',
    family:
      'Οικονόμου:oikonomou, Νικολάου:nikolaou, Γεωργίου:georgiou, Ιωάννου:ioannou, Αντωνίου:antoniou, Βασιλείου:vasileiou, Χριστοδούλου:christodoulou, Δημητρίου:dimitriou, Αθανασίου:athanasiou, Παπαϊωάννου:papaioannou, Κωνσταντίνου:konstantinou, Αλεξίου:alexiou',
  },
  indian: {
    phone: 'british',
    given: 'Aarav, Ananya, Arjun, Diya, Farhan, Ishaan, Kavya, Lakshmi, Meera, Nikhil, Priya, Rohan',
    family: 'Banerjee, Chaudhary, Das, Gupta, Iyer, Khan, Mehta, Nair, Rao, Reddy, Sharma, Singh',
  },
  irish: {
    phone: 'irish',
    given: 'Aoife, Caoimhe, Ciarán, Darragh, Éabha, Fionn, Gráinne, Niamh, Oisín, Pádraig, Saoirse, Síle',
    family:
      "Brennan, Byrne, Doyle, Fitzgerald, Gallagher, Kavanagh, MacNamara, Nolan, O'Neill, O'Sullivan, Quinn, Walsh",
  },
  japanese: {
    phone: 'american',
    familyFirst: true,
    given:
      '陽菜:hina, 結衣:yui, さくら:sakura, 蓮:ren, 大翔:hiroto, 悠真:yuma, 葵:aoi, 湊:minato, 美咲:misaki, 翼:tsubasa, 花子:hanako, 健:ken',
    family:
      '佐藤:sato, 鈴木:suzuki, 高橋:takahashi, 田中:tanaka, 伊藤:ito, 渡辺:watanabe, 山本:yamamoto, 中村:nakamura, 小林:kobayashi, 加藤:kato, 吉田:yoshida, 山田:yamada',
  },
  korean: {
    phone: 'american',
    familyFirst: true,
    given:
      '서연:seoyeon, 민준:minjun, 지우:jiwoo, 하은:haeun, 도윤:doyun, 수빈:subin, 예준:yejun, 지민:jimin, 현우:hyunwoo, 유진:yujin, 은지:eunji, 태민:taemin',
    family: '김:kim, 이:lee, 박:park, 최:choi, 정:jung, 강:kang, 조:cho, 윤:yoon, 장:jang, 임:lim, 한:han, 오:oh',
  },
  maghrebi: {
    phone: 'french',
    given: 'Amina, Djamila, Fatou, Hicham, Idriss, Karim, Leïla, Mehdi, Naïma, Salma, Yacine, Zohra',
    family: 'Aït Ali, Benali, Bouazizi, Chérif, El Amrani, Ferhat, Haddouche, Mansouri, Rahmani, Saïdi, Toumi, Zéroual',
  },
  nigerian: {
    phone: 'british',
    given: 'Adaeze, Babatunde, Chidi, Ebele, Fọláṣadé, Ifeoma, Kelechi, Ngozi, Olúwaṣeun, Tèmítọ́pẹ́, Uche, Yetunde',
    family: 'Abiodun, Adébáyọ̀, Balogun, Eze, Ibrahim, Lawal, Mbah, Nwosu, Obi, Ọdẹ́yẹmí, Okafor, Uzor',
  },
  nordic: {
    phone: 'swedish',
    given: 'Åsa, Bjørn, Elín, Freja, Gunnar, Håkon, Ingrid, Jörgen, Märta, Søren, Þóra:thora, Øystein',
    family:
      'Andersson, Bergström, Dahl, Hägglund, Jørgensen, Koskinen, Lindqvist, Møller, Nygård, Sæther, Virtanen, Åkesson',
  },
  polish: {
    phone: 'german',
    given:
      'Agnieszka, Bartłomiej, Elżbieta, Grażyna, Jakub, Krzysztof, Łukasz, Małgorzata, Paweł, Stanisław, Wiesława, Zofia',
    family: 'Dudek, Kaczmarek, Kowalczyk, Król, Mazur, Nowak, Pająk, Stępień, Wójcik, Woźniak, Zając, Żak',
  },
  portuguese: {
    phone: 'french',
    given: 'António, Beatriz, Conceição, Davi, Estêvão, Inês, João, Letícia, Luís, Mônica, Sebastião, Thaís',
    family:
      'Araújo, Brandão, Conceição, dos Santos, Ferreira, Gonçalves, Guimarães, Magalhães, Oliveira, Sá, Simões, Vasconcelos',
  },
  spanish: {
    phone: 'american',
    given: 'Álvaro, Begoña, Camila, Diego, Íñigo, José María, Lucía, Mateo, Nuria, Ramón, Sofía, Ximena',
    family:
      'Álvarez, Castañeda, de la Cruz, Fernández, García Márquez, Ibáñez, López, Muñoz, Núñez, Peña, Quiñones, Zúñiga',
  },
  turkish: {
    phone: 'german',
    given: 'Ayşe, Burak, Çağla, Deniz, Elif, Gökhan, Hüseyin, İpek, Işıl, Oğuz, Şebnem, Ümit',
    family: 'Aydın, Çelik, Demir, Doğan, Güneş, Kılıç, Özdemir, Öztürk, Şahin, Türkoğlu, Yıldız, Yılmaz',
  },
  ukrainian: {
    phone: 'german',
    given:
      'Олена:olena, Андрій:andrii, Наталія:nataliia, Тарас:taras, Оксана:oksana, Дмитро:dmytro, Ірина:iryna, Богдан:bohdan, Катерина:kateryna, Микола:mykola, Юлія:yuliia, Юрій:yurii',
    family:
      'Шевченко:shevchenko, Коваленко:kovalenko, Бондар:bondar, Мельник:melnyk, Гриценко:hrytsenko, Кравець:kravets, Лисенко:lysenko, Марченко:marchenko, Петренко:petrenko, Романюк:romaniuk, Ткачук:tkachuk, Жук:zhuk',
  },
  vietnamese: {
    phone: 'german',
    familyFirst: true,
    given: 'Văn Anh, Thị Bích, Đức, Hồng Hạnh, Khánh, Thị Lan, Minh, Ngọc, Phương, Quốc, Thảo, Tuấn',
    family: 'Bùi, Dương, Đặng, Đỗ, Hoàng, Hồ, Lê, Nguyễn, Phạm, Phan, Trần, Vũ',
  },
} as const satisfies Record<string, CultureNames>;

export type Culture = keyof typeof cultures;
