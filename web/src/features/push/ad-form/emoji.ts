/** The emoji that the picker offers: those that advertisers use, each with words under which it is found. */
export interface Emoji {
  sign: string;
  words: string;
}

/** As one line each: a sign and its words. */
const LINES = `😀 smile happy
😂 laugh tears joy
😍 love eyes
🤩 star eyes wow
😎 cool sunglasses
🤔 think
😱 scream shock
🥳 party
😴 sleep
🤑 money mouth
👋 wave hello
👍 thumbs up yes
👏 clap
🙏 thanks please
💪 strong muscle
👀 eyes look
👇 point down
👉 point right
❤️ heart love red
💔 broken heart
💥 boom collision
✨ sparkles new
⭐ star
🌟 glowing star
🔥 fire hot
⚡ lightning fast
💡 idea bulb
🎉 party tada
🎁 gift present
🎈 balloon
🏆 trophy win
🥇 medal first
🎯 target dart
🚀 rocket launch
⏰ alarm clock
⏳ hourglass time
📅 calendar date
🔔 bell notification
📣 megaphone
📢 loudspeaker
💬 speech message
📩 mail envelope
📦 parcel box delivery
🚚 truck delivery
🛒 cart shopping bag
🛍️ shopping bags
💳 card pay
💰 money bag
💵 dollar cash
💶 euro cash
💎 gem diamond
🏷️ tag price sale
📈 chart up
📉 chart down
✅ check yes done
❌ cross no
❗ exclamation
❓ question
⚠️ warning
🔒 lock
🔑 key
🆕 new
🆓 free
🔝 top
💯 hundred
📱 phone
💻 laptop computer
🎧 headphones music
📷 camera photo
🎬 film cinema
📺 television
🎮 game
🎵 music note
📚 books read
📰 newspaper news
✈️ plane travel flight
🏖️ beach holiday
🏔️ mountain
🏕️ tent camping
🗺️ map
🚗 car
🚲 bicycle
🚆 train
⛴️ ferry ship
⛵ sailing boat
🏠 house home
🛋️ sofa furniture
🌱 plant green
🌸 blossom spring
☀️ sun summer
🌧️ rain weather
❄️ snow winter cold
🍂 autumn leaves
🎄 christmas tree
🎃 halloween pumpkin
🐶 dog
🐱 cat
☕ coffee
🍕 pizza
🍔 burger
🍰 cake
🍎 apple fruit
🍋 lemon fruit
🍷 wine
👟 shoe sneaker
👗 dress fashion
⌚ watch
💄 lipstick beauty
💊 pill health
🏋️ gym sport
⚽ football soccer
🏀 basketball
🧘 yoga calm`;

/** All of them. */
export const EMOJI: readonly Emoji[] = LINES.split('\n').map((line) => {
  const space = line.indexOf(' ');
  return { sign: line.slice(0, space), words: line.slice(space + 1) };
});

/** Those that have all words of a phrase, or words that begin with them. */
export function findEmoji(phrase: string): readonly Emoji[] {
  const asked = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return EMOJI;
  return EMOJI.filter(({ words }) => {
    const known = words.split(' ');
    return asked.every((one) => known.some((word) => word.startsWith(one)));
  });
}
