// What this browser remembers.

const KEY = "oddfish";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function remembered(name, otherwise) {
  return read()[name] ?? otherwise;
}

export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // private windows may store nothing
  }
}

export function rememberGame(session, title) {
  const list = remembered("games", []).filter((game) => game.session !== session);
  remember("games", [{ session, title }, ...list].slice(0, 5));
}

export function isDark() {
  return remembered("dark", matchMedia("(prefers-color-scheme: dark)").matches);
}

export function showTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

let audio = null;

/** A short knock, deeper for captures; nothing while sound is off. */
export function knock(deep) {
  if (!remembered("sound", false)) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  const now = audio.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(deep ? 170 : 320, now);
  tone.frequency.exponentialRampToValueAtTime(60, now + 0.09);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
