Object.assign(globalThis.luitScenes, {
  /** The river scene is an image of the shared component; the camera moves slowly closer and back. */
  river(brush, t) {
    const zoom = 1.07 - 0.07 * Math.cos(TURN * t);
    const [width, height] = [brush.width * zoom, brush.height * zoom];
    brush.context.drawImage(
      globalThis.riverImage,
      (brush.width - width) * 0.66,
      (brush.height - height) * 0.6,
      width,
      height,
    );
  },

  city(brush, t) {
    brush.sky(['#070b1d', '#151a3f', '#3b2457', '#6d2f5c'], 0, 262);
    const random = randomNumbers(5);
    for (const [layer, fill] of ['#241d4a', '#17143a', '#0d0d27'].entries()) {
      for (let x = -20; x < 650; x += 30 + layer * 16) tower(brush, random, { x, layer, fill, t });
    }
    brush.sky(['#1a1233', '#0a0a1c'], 258, 360);
    brush.blurred(2.5, () => signs(brush, t));
    signs(brush, t);
    // Wet asphalt mirrors the signs and the traffic.
    brush.context.save();
    brush.context.translate(0, 520);
    brush.context.scale(1, -1);
    brush.context.globalAlpha = 0.5;
    brush.blurred(5, () => signs(brush, t));
    brush.context.restore();
    for (let car = 0; car < 5; car++) traffic(brush, car, t);
    umbrella(brush, 208 + Math.sin(TURN * t) * 3, 296, t);
    for (let drop = 0; drop < 190; drop++) {
      const y = ((random() + t * (5 + Math.floor(random() * 3))) % 1) * 400 - 20;
      const x = random() * 660 - (y / 360) * 14;
      brush.line(
        [
          [x, y],
          [x - 1.6, y + 12 + random() * 8],
        ],
        `rgba(190,205,255,${0.12 + random() * 0.25})`,
        0.9,
      );
    }
    for (let ring = 0; ring < 24; ring++) {
      const age = (random() + t * 3) % 1;
      brush.context.strokeStyle = `rgba(200,215,255,${0.3 * (1 - age)})`;
      brush.context.beginPath();
      brush.context.ellipse(random() * 640, 285 + random() * 70, age * 9, age * 3, 0, 0, TURN);
      brush.context.stroke();
    }
  },

  kitchen(brush, t) {
    brush.sky(['#3c2a22', '#5a3b2a', '#2c1b16'], 0, 360);
    brush.glow(120, 60, 380, '255,205,140', 0.6);
    for (let pane = 0; pane < 2; pane++)
      brush.blurred(12, () =>
        brush.polygon(
          [
            [170 + pane * 90, 20],
            [235 + pane * 90, 30],
            [290 + pane * 90, 200],
            [215 + pane * 90, 196],
          ],
          'rgba(255,220,160,.16)',
        ),
      );
    brush.sky(['#8a5a36', '#5c3620', '#2e1a12'], 246, 360);
    for (let grain = 0; grain < 20; grain++)
      brush.line(
        [
          [0, 252 + grain * 5.4],
          [320, 250 + grain * 5.6],
          [640, 253 + grain * 5.3],
        ],
        'rgba(40,20,10,.22)',
        1,
      );
    brush.blurred(9, () => {
      for (const [x, half] of [
        [180, 70],
        [345, 92],
        [500, 60],
      ]) {
        brush.context.fillStyle = 'rgba(20,8,4,.6)';
        brush.context.beginPath();
        brush.context.ellipse(x + 26, 292, half, 11, 0, 0, TURN);
        brush.context.fill();
      }
    });
    pot(brush);
    glass(brush);
    for (const [x, y, radius, colors] of FRUIT) fruit(brush, x, y, radius, colors);
    brush.blurred(5, () => {
      for (let wisp = 0; wisp < 34; wisp++) {
        const rise = (wisp / 34 + t) % 1;
        const x = 180 + Math.sin(rise * 7 + TURN * t + (wisp % 3)) * (5 + rise * 17);
        brush.disc(x, 180 - rise * 150, 5 + rise * 12, `rgba(255,240,220,${0.17 * Math.sin(rise * Math.PI)})`);
      }
    });
    const random = randomNumbers(3);
    for (let mote = 0; mote < 60; mote++) {
      const x = 130 + random() * 330 + Math.sin(TURN * (t + random())) * 9;
      const y = 30 + random() * 210 + Math.cos(TURN * (t + random())) * 7;
      brush.disc(x, y, 0.5 + random() * 0.8, `rgba(255,230,180,${0.25 + random() * 0.4})`);
    }
  },

  kites(brush, t) {
    brush.sky(['#2b7fc4', '#6fb5df', '#cfe6ea', '#ffe6bd'], 0, 300);
    brush.blurred(9, () => {
      for (let cloud = 0; cloud < 16; cloud++) {
        const x = 40 + ((cloud * 97) % 600) + Math.sin(TURN * t) * 6;
        brush.disc(x, 120 + ((cloud * 53) % 90), 18 + ((cloud * 7) % 16), 'rgba(255,255,255,.42)');
      }
    });
    brush.ridge(hills(9, 268, 6), '#9dbb9a');
    const random = randomNumbers(14);
    for (let house = 0; house < 17; house++) roof(brush, random, house * 40 - 14);
    for (const [index, kite] of KITES.entries()) flyingKite(brush, kite, t + index / KITES.length);
    for (let person = 0; person < 7; person++) {
      const [x, lift] = [50 + person * 92, Math.sin(TURN * (t * 2 + person / 5)) * 2];
      brush.line(
        [
          [x, 330],
          [x, 318],
        ],
        '#22314a',
        5,
      );
      brush.disc(x, 312, 3.4, '#22314a');
      brush.line(
        [
          [x, 321],
          [x + 8, 313 + lift],
        ],
        '#22314a',
        1.8,
      );
      brush.line(
        [
          [x, 321],
          [x + 6, 317 - lift],
        ],
        '#22314a',
        1.8,
      );
    }
    brush.ridge((x) => 330 + (Math.floor(x / 160) % 2) * 5, '#3b2a3e');
  },
});

const FRUIT = [
  [318, 272, 27, ['#ffb36b', '#d9531e', '#6e1d0c']],
  [372, 276, 24, ['#ffd76b', '#e08d1a', '#7a3d08']],
  [344, 240, 25, ['#ff9a7a', '#c22f2a', '#5a0f14']],
  [416, 284, 16, ['#cfe07a', '#76952c', '#2f4310']],
];

function fruit(brush, x, y, radius, colors) {
  const light = brush.context.createRadialGradient(x - radius * 0.4, y - radius * 0.45, 1, x, y, radius * 1.1);
  colors.forEach((color, index) => light.addColorStop(index / 2, color));
  brush.disc(x, y, radius, light);
  brush.line(
    [
      [x, y - radius + 2],
      [x + 2, y - radius - 5],
    ],
    '#3c2412',
    2,
  );
  brush.glow(x - radius * 0.4, y - radius * 0.45, radius * 0.4, '255,250,230', 0.7);
}

function pot(brush) {
  const metal = brush.context.createLinearGradient(120, 0, 245, 0);
  for (const [at, color] of [
    [0, '#f7d29a'],
    [0.3, '#c98342'],
    [0.75, '#7c4320'],
    [1, '#3a1c10'],
  ])
    metal.addColorStop(at, color);
  brush.context.fillStyle = metal;
  brush.context.beginPath();
  brush.context.moveTo(132, 200);
  brush.context.bezierCurveTo(108, 300, 252, 300, 228, 200);
  brush.context.fill();
  brush.context.lineWidth = 6;
  brush.context.strokeStyle = '#8a4e26';
  brush.context.beginPath();
  brush.context.ellipse(242, 226, 15, 19, 0, -1.5, 1.7);
  brush.context.stroke();
  brush.context.fillStyle = '#4a2714';
  brush.context.beginPath();
  brush.context.ellipse(180, 200, 49, 10, 0, 0, TURN);
  brush.context.fill();
  brush.context.lineWidth = 2;
  brush.context.strokeStyle = '#ffdfa8';
  brush.context.stroke();
}

function glass(brush) {
  brush.polygon(
    [
      [474, 170],
      [530, 170],
      [522, 286],
      [482, 286],
    ],
    'rgba(255,240,215,.16)',
  );
  brush.polygon(
    [
      [477, 206],
      [527, 206],
      [521, 284],
      [483, 284],
    ],
    'rgba(196,110,38,.86)',
  );
  brush.polygon(
    [
      [481, 210],
      [490, 210],
      [491, 280],
      [487, 280],
    ],
    'rgba(255,226,170,.5)',
  );
  brush.line(
    [
      [474, 170],
      [482, 286],
      [522, 286],
      [530, 170],
    ],
    'rgba(255,240,215,.5)',
    1.5,
  );
  brush.context.beginPath();
  brush.context.ellipse(502, 170, 28, 5, 0, 0, TURN);
  brush.context.stroke();
}

const SIGNS = [
  [60, 120, 14, 66, '255,70,120'],
  [150, 168, 46, 14, '80,220,255'],
  [300, 96, 15, 84, '255,190,70'],
  [392, 176, 58, 15, '190,110,255'],
  [505, 132, 14, 70, '90,240,190'],
  [585, 178, 40, 13, '255,100,90'],
];

function signs(brush, t) {
  for (const [index, [x, y, width, height, color]] of SIGNS.entries()) {
    const flicker = 0.8 + 0.2 * Math.sin(TURN * (t * (1 + (index % 3)) + index / 4));
    brush.glow(x + width / 2, y + height / 2, 74, color, 0.36 * flicker);
    brush.context.fillStyle = `rgba(${color},${flicker})`;
    brush.context.fillRect(x, y, width, height);
  }
}

function tower(brush, random, { x, layer, fill, t }) {
  const [width, height] = [26 + layer * 12 + random() * 16, 70 + (2 - layer) * 34 + random() * 96];
  brush.context.fillStyle = fill;
  brush.context.fillRect(x, 262 - height, width, height);
  for (let row = 0; row < height / 9 - 1; row++) {
    for (let column = 0; column < width / 8 - 1; column++) {
      if (random() > 0.34) continue;
      const isBlinking = random() < 0.04;
      const light = (0.3 + random() * 0.5) * (isBlinking ? 0.6 + 0.4 * Math.sin(TURN * t) : 1);
      brush.context.fillStyle = random() < 0.75 ? `rgba(255,214,140,${light})` : `rgba(140,200,255,${light})`;
      brush.context.fillRect(x + 4 + column * 8, 268 - height + row * 9, 3.4, 4.4);
    }
  }
}

function traffic(brush, car, t) {
  const isLeft = car % 2 === 0;
  const along = (car / 5 + t) % 1;
  const x = isLeft ? 680 - along * 720 : along * 720 - 40;
  const y = isLeft ? 286 : 318;
  const color = isLeft ? '255,236,190' : '255,60,50';
  brush.glow(x, y, 42, color, 0.55);
  for (const lamp of [0, 13]) brush.disc(x + lamp, y, 2.6, `rgb(${color})`);
  brush.blurred(2, () =>
    brush.line(
      [
        [x + 6, y + 6],
        [x + 6, y + 34],
      ],
      `rgba(${color},.35)`,
      8,
    ),
  );
}

function umbrella(brush, x, y, t) {
  const step = Math.sin(TURN * t * 4) * 3;
  brush.line(
    [
      [x, y],
      [x - 4 + step, y + 38],
    ],
    '#05060f',
    5,
  );
  brush.line(
    [
      [x, y],
      [x + 4 - step, y + 38],
    ],
    '#05060f',
    5,
  );
  brush.line(
    [
      [x, y - 26],
      [x, y + 4],
    ],
    '#05060f',
    15,
  );
  brush.disc(x, y - 40, 6.5, '#05060f');
  brush.context.fillStyle = '#d9344a';
  brush.context.beginPath();
  brush.context.ellipse(x + 4, y - 44, 34, 21, 0, Math.PI, TURN);
  brush.context.fill();
  brush.line(
    [
      [x + 4, y - 66],
      [x + 4, y - 22],
    ],
    '#20101a',
    1.6,
  );
}

const KITES = [
  [110, 92, 26, '#d9344a', '#f6c445'],
  [235, 60, 20, '#1f8a6e', '#f4f0dc'],
  [335, 126, 30, '#f08a24', '#5a2a82'],
  [440, 66, 22, '#2b4fb0', '#f6c445'],
  [532, 122, 25, '#c2307a', '#fdf4dc'],
  [590, 46, 15, '#d9503d', '#1d6270'],
  [180, 162, 15, '#7a2ff2', '#ffd977'],
];

function flyingKite(brush, [baseX, baseY, size, color, accent], phase) {
  const [x, y] = [baseX + Math.sin(TURN * phase) * 15, baseY + Math.cos(TURN * phase) * 9];
  brush.line(
    [
      [x, y],
      [x - 14, (y + 320) / 2 + 26],
      [baseX - 40, 322],
    ],
    'rgba(40,50,70,.35)',
    0.7,
  );
  const { context } = brush;
  context.save();
  context.translate(x, y);
  context.rotate(0.25 + Math.sin(TURN * (phase + 0.2)) * 0.28);
  brush.polygon(
    [
      [0, -size],
      [size, 0],
      [0, size],
      [-size, 0],
    ],
    color,
  );
  brush.polygon(
    [
      [0, -size],
      [size, 0],
      [0, 0],
    ],
    accent,
  );
  brush.polygon(
    [
      [0, size],
      [-size, 0],
      [0, 0],
    ],
    accent,
  );
  brush.line(
    [
      [0, -size],
      [0, size],
    ],
    'rgba(40,20,30,.6)',
    1,
  );
  brush.line(
    [
      [-size, 0],
      [0, -size * 0.3],
      [size, 0],
    ],
    'rgba(40,20,30,.6)',
    1,
  );
  const tail = Array.from({ length: 9 }, (_, knot) => [
    Math.sin(TURN * phase * 2 + knot * 0.9) * 4,
    size + knot * size * 0.17,
  ]);
  brush.line(tail, accent, 2);
  brush.polygon(
    [
      [-5, size - 1],
      [5, size - 1],
      [0, size + 9],
    ],
    color,
  );
  context.restore();
}

function roof(brush, random, x) {
  const [width, height] = [34 + random() * 16, 24 + random() * 36];
  const wall = ['#e2a37a', '#d9c09a', '#c97f6a', '#8fb0b4', '#e6d3b0'][Math.floor(random() * 5)];
  brush.context.fillStyle = wall;
  brush.context.fillRect(x, 312 - height, width, 60);
  brush.context.fillStyle = 'rgba(60,30,50,.35)';
  brush.context.fillRect(x + width * 0.68, 312 - height, width * 0.32, 60);
  brush.context.fillRect(x - 2, 310 - height, width + 4, 4);
  for (let window = 0; window < 3; window++) brush.context.fillRect(x + 6 + window * 9, 322 - height, 4, 7);
}
