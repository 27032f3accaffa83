Object.assign(globalThis.luitScenes, {
  desert(brush, t) {
    const drift = Math.sin(TURN * t) * 3;
    brush.sky(['#20294f', '#6b4a7a', '#d9775a', '#f6c173'], 0, 230);
    brush.glow(430, 170, 230, '255,214,140', 0.75);
    brush.disc(430, 172, 26, '#fff0c4');
    brush.ridge((x) => hills(4, 205, 9)(x * 0.7), '#a4596a');
    brush.ridge((x) => 216 - 34 * Math.exp(-(((x - 150) / 120) ** 2)) - 12 * Math.sin(x / 90), '#c0664f');
    const crest = (x) => 262 - 78 * Math.exp(-(((x - 330) / 170) ** 2)) - 6 * Math.sin(x / 60 + 1);
    brush.ridge(crest, brush.vertical(['#f0a35c', '#b85a3c'], 180, 360));
    // The shaded side of the large dune meets its lit side at a curved crest.
    const shade = [];
    for (let y = 0; y <= 1; y += 0.05)
      shade.push([330 + Math.sin(y * 3.4) * 46 + y * 60, crest(330) + y * (362 - crest(330))]);
    brush.polygon(
      [...shade, [640, 360], [640, crest(640)], ...[560, 500, 440, 390, 350].map((x) => [x, crest(x)])],
      '#6d3040d9',
    );
    brush.ridge((x) => 336 - 22 * Math.sin(x / 130 + 2.2), brush.vertical(['#d8834e', '#7a3430'], 310, 360));
    const random = randomNumbers(8);
    for (let ripple = 0; ripple < 26; ripple++) {
      const [x, y] = [random() * 330, 300 - random() * 62 + ripple];
      if (y > crest(x) + 8)
        brush.line(
          [
            [x, y],
            [x + 24, y - 2.4],
            [x + 46 + drift, y],
          ],
          '#ffd19a40',
          1,
        );
    }
    for (let grain = 0; grain < 150; grain++) {
      const along = (random() + t * (1 + Math.floor(random() * 2))) % 1;
      const x = 235 + along * 260;
      brush.disc(x, crest(x) - random() * 14 * along, 0.5 + random() * 0.7, `rgba(255,222,170,${0.65 * (1 - along)})`);
    }
    for (let camel = 0; camel < 4; camel++) caravan(brush, 96 + camel * 34, camel, t);
  },

  snow(brush, t) {
    brush.sky(['#0d2145', '#2f5d8f', '#9cc1dd', '#f3dccb'], 0, 250);
    brush.glow(150, 190, 260, '255,222,190', 0.6);
    const far = peaks(
      11,
      [
        [0, 190],
        [90, 130],
        [190, 185],
        [300, 110],
        [420, 180],
        [540, 120],
        [660, 190],
      ],
      26,
    );
    brush.ridge(far, '#7fa3c4');
    const main = peaks(
      23,
      [
        [0, 260],
        [120, 215],
        [250, 150],
        [352, 52],
        [450, 150],
        [560, 205],
        [660, 250],
      ],
      34,
    );
    brush.ridge(main, brush.vertical(['#fdf3ea', '#bcd2e6', '#6d8fb2'], 60, 280));
    const random = randomNumbers(31);
    // Ridges of rock in the shade, falling away from the light.
    for (let rock = 0; rock < 90; rock++) {
      const x = 200 + random() * 330;
      const y = main(x) + 4 + random() * 90;
      const length = 8 + random() * 26;
      brush.polygon(
        [
          [x, y],
          [x + length * 0.55, y + length * 0.9],
          [x + length * 0.3, y + length],
        ],
        'rgba(46,74,112,.38)',
      );
    }
    brush.polygon(
      [
        [352, main(352)],
        [378, 110],
        [366, 150],
        [402, 205],
        [380, 268],
        [560, 268],
        [500, 190],
        [440, 140],
      ],
      'rgba(58,92,138,.42)',
    );
    brush.blurred(9, () => {
      for (let bank = 0; bank < 7; bank++)
        brush.disc(
          60 + bank * 100 + Math.sin(TURN * (t + bank / 7)) * 12,
          266 + (bank % 2) * 10,
          42,
          'rgba(235,243,250,.55)',
        );
    });
    brush.ridge(hills(5, 300, 10), '#dbe8f2');
    for (let tree = 0; tree < 30; tree++) fir(brush, random() * 650, 308 + random() * 46, 18 + random() * 34);
    for (let flake = 0; flake < 150; flake++) {
      const depth = 1 + Math.floor(random() * 2);
      const y = ((random() + t * depth) % 1) * 370 - 5;
      const x = random() * 640 + Math.sin(TURN * (t + random())) * 8;
      brush.disc(x, y, 0.6 + depth * random() * 1.1, `rgba(255,255,255,${0.45 + random() * 0.5})`);
    }
  },

  fireflies(brush, t) {
    brush.sky(['#03100f', '#0a2a26', '#15473a'], 0, 360);
    brush.glow(330, 150, 280, '120,200,150', 0.32);
    const random = randomNumbers(77);
    for (const [layer, fill] of ['#123c33', '#0c2d27', '#071e1b', '#03110f'].entries()) {
      brush.blurred(2.4 - layer * 0.8, () => {
        for (let tree = 0; tree < 15 - layer * 2; tree++) trunk(brush, random, fill, layer);
      });
      brush.blurred(10, () => brush.ridge((x) => 318 + layer * 12 - 8 * Math.sin(x / 70 + layer), `${fill}cc`));
    }
    for (let blade = 0; blade < 260; blade++) {
      const x = random() * 650;
      const sway = Math.sin(TURN * (t + x / 400)) * 3;
      brush.line(
        [
          [x, 362],
          [x + sway * 0.4, 345],
          [x + sway + (random() - 0.5) * 10, 322 + random() * 22],
        ],
        '#0a2a20',
        1.4,
      );
    }
    for (let fly = 0; fly < 46; fly++) {
      const [phase, size] = [random(), 0.5 + random()];
      const x = random() * 640 + Math.cos(TURN * (t + phase)) * 22;
      const y = 110 + random() * 220 + Math.sin(TURN * (t * 2 + phase)) * 10;
      const light = Math.max(0, Math.sin(TURN * (t + phase))) ** 0.7;
      brush.glow(x, y, 15 * size, '224,255,120', 0.75 * light);
      brush.disc(x, y, 1.3 * size, `rgba(250,255,200,${light})`);
    }
  },

  sea(brush, t) {
    brush.sky(['#14325c', '#3f7aa6', '#a8cdd6', '#fbe3bf'], 0, 172);
    brush.glow(200, 160, 250, '255,226,170', 0.7);
    brush.disc(200, 146, 20, '#fff7dc');
    brush.blurred(7, () => {
      for (let cloud = 0; cloud < 11; cloud++)
        brush.disc(
          330 + ((cloud * 83) % 300),
          62 + ((cloud * 37) % 40),
          17 + ((cloud * 13) % 14),
          'rgba(255,240,225,.36)',
        );
    });
    brush.sky(['#7fb4bb', '#2b7b8c', '#0f4f66', '#083044'], 172, 360);
    for (let row = 0; row < 46; row++) {
      const depth = row / 45;
      const y = 173 + depth ** 1.7 * 150;
      const random = randomNumbers(100 + row);
      for (let wave = 0; wave < 12; wave++) {
        const x = (random() + Math.sin(TURN * (t + random())) * 0.012) * 700 - 30;
        const length = 8 + depth * 70 * random();
        const near = Math.exp(-(((x - 200) / (50 + depth * 90)) ** 2));
        const shine = 0.1 + near * 0.75 * (0.55 + 0.45 * Math.sin(TURN * (t * 2 + random())));
        brush.line(
          [
            [x, y],
            [x + length / 2, y - 1 - depth * 2],
            [x + length, y],
          ],
          `rgba(255,240,205,${shine})`,
          0.7 + depth * 1.5,
        );
      }
    }
    const swell = Math.sin(TURN * t);
    const shore = (x) => 322 + 11 * Math.sin(x / 95 + 1) - swell * 7 - x / 45;
    brush.blurred(1.2, () => brush.ridge((x) => shore(x) - 5 - 2 * Math.sin(x / 13), 'rgba(255,255,255,.85)'));
    brush.ridge((x) => shore(x) + 5 + 2.4 * Math.sin(x / 21), '#9fd0cf');
    brush.blurred(1, () => brush.ridge((x) => shore(x) + 17 + 3 * Math.sin(x / 33 + 2), '#ffffffb0'));
    brush.ridge((x) => shore(x) + 21 + 3 * Math.sin(x / 33 + 2), brush.vertical(['#c9a878', '#e6c993'], 320, 360));
    sail(brush, 452 + Math.sin(TURN * t) * 4, 190 + swell * 1.5, swell * 0.03);
    for (let gull = 0; gull < 5; gull++) {
      const [x, y] = [330 + gull * 34 + Math.sin(TURN * (t + gull / 5)) * 14, 66 + ((gull * 29) % 44)];
      const wing = 3 + 3 * Math.sin(TURN * (t * 4 + gull / 3));
      brush.line(
        [
          [x - 9, y - wing],
          [x - 3, y - 1],
          [x, y + 1],
          [x + 3, y - 1],
          [x + 9, y - wing],
        ],
        '#1d3550',
        1.5,
      );
    }
  },
});

/** A walking camel with its rider, seen from the side. */
function caravan(brush, x, index, t) {
  const step = Math.sin(TURN * (t * 4 + index / 4)) * 2.4;
  const y = 303 - index * 1.5;
  const ink = '#2c1226';
  const { context } = brush;
  for (const [leg, lift] of [
    [-7, step],
    [-4, -step],
    [5, -step],
    [8, step],
  ])
    brush.line(
      [
        [x + leg, y],
        [x + leg + lift, y + 14],
      ],
      ink,
      1.6,
    );
  context.fillStyle = ink;
  context.beginPath();
  context.ellipse(x, y - 2, 11, 5, 0, 0, TURN);
  context.ellipse(x, y - 7, 5, 5, 0, 0, TURN);
  context.fill();
  brush.line(
    [
      [x + 10, y - 3],
      [x + 16, y - 7],
      [x + 18, y - 14],
      [x + 23, y - 14],
    ],
    ink,
    2.2,
  );
  brush.line(
    [
      [x, y - 10],
      [x, y - 17],
    ],
    index % 2 ? '#d9503d' : '#f2b632',
    4.4,
  );
  brush.disc(x, y - 20.5, 2.4, ink);
}

function fir(brush, x, y, size) {
  for (let tier = 0; tier < 4; tier++) {
    const half = size * (0.16 + tier * 0.08);
    const top = y - size + tier * size * 0.22;
    brush.polygon(
      [
        [x, top],
        [x + half, top + size * 0.34],
        [x - half, top + size * 0.34],
      ],
      '#14314a',
    );
    brush.polygon(
      [
        [x, top],
        [x - half * 0.15, top + size * 0.2],
        [x - half, top + size * 0.34],
      ],
      '#d6e6f2b8',
    );
  }
}

function trunk(brush, random, fill, layer) {
  const [x, width, lean] = [random() * 660 - 10, 5 + layer * 6 + random() * 8, (random() - 0.5) * 26];
  brush.polygon(
    [
      [x - width, 360],
      [x - width * 0.6 + lean * 0.5, 180],
      [x - width * 0.45 + lean, -5],
      [x + width * 0.45 + lean, -5],
      [x + width * 0.6 + lean * 0.5, 180],
      [x + width, 360],
    ],
    fill,
  );
  for (let branch = 0; branch < 3; branch++) {
    const [y, side] = [20 + random() * 150, random() < 0.5 ? -1 : 1];
    brush.line(
      [
        [x + lean * 0.7, y + 24],
        [x + lean * 0.8 + side * 22, y],
        [x + lean + side * (44 + random() * 30), y - 16],
      ],
      fill,
      width * 0.28,
    );
  }
}

function sail(brush, x, y, tilt) {
  const { context } = brush;
  context.save();
  context.translate(x, y);
  context.rotate(tilt);
  brush.polygon(
    [
      [-24, 0],
      [26, 0],
      [17, 9],
      [-16, 9],
    ],
    '#3a2130',
  );
  brush.polygon(
    [
      [0, -54],
      [0, -4],
      [25, -4],
    ],
    '#fff6e6',
  );
  brush.polygon(
    [
      [-3, -48],
      [-3, -4],
      [-19, -4],
    ],
    '#e9b1a0',
  );
  brush.line(
    [
      [-1.5, -57],
      [-1.5, 0],
    ],
    '#3a2130',
    1.6,
  );
  context.restore();
}
