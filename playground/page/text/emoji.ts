const table =
  '+1 👍 -1 👎 thumbsup 👍 thumbsdown 👎 wave 👋 clap 👏 pray 🙏 raised_hands 🙌 muscle 💪 eyes 👀 point_right 👉 ' +
  'point_left 👈 point_up 👆 point_down 👇 ok_hand 👌 handshake 🤝 raised_hand ✋ hand ✋ v ✌️ crossed_fingers 🤞 ' +
  'smile 😄 grinning 😀 grin 😁 joy 😂 slightly_smiling_face 🙂 wink 😉 blush 😊 heart_eyes 😍 thinking_face 🤔 ' +
  'neutral_face 😐 confused 😕 cry 😢 sob 😭 sweat_smile 😅 scream 😱 sunglasses 😎 partying_face 🥳 sleeping 😴 ' +
  'face_with_monocle 🧐 robot_face 🤖 ghost 👻 heart ❤️ blue_heart 💙 green_heart 💚 broken_heart 💔 sparkles ✨ ' +
  'star ⭐ star2 🌟 boom 💥 fire 🔥 rocket 🚀 tada 🎉 confetti_ball 🎊 gift 🎁 trophy 🏆 medal 🏅 100 💯 ' +
  'white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌ negative_squared_cross_mark ❎ ' +
  'heavy_multiplication_x ✖️ no_entry ⛔ no_entry_sign 🚫 warning ⚠️ rotating_light 🚨 octagonal_sign 🛑 stop_sign 🛑 ' +
  'exclamation ❗ heavy_exclamation_mark ❗ grey_exclamation ❕ question ❓ grey_question ❔ bangbang ‼️ interrobang ⁉️ ' +
  'information_source ℹ️ bulb 💡 mag 🔍 mag_right 🔎 lock 🔒 unlock 🔓 closed_lock_with_key 🔐 key 🔑 ' +
  'shield 🛡️ gear ⚙️ wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ nut_and_bolt 🔩 toolbox 🧰 link 🔗 chains ⛓️ ' +
  'paperclip 📎 pushpin 📌 round_pushpin 📍 memo 📝 pencil 📝 pencil2 ✏️ clipboard 📋 page_facing_up 📄 ' +
  'page_with_curl 📃 bookmark_tabs 📑 file_folder 📁 open_file_folder 📂 card_index_dividers 🗂️ file_cabinet 🗄️ ' +
  'wastebasket 🗑️ inbox_tray 📥 outbox_tray 📤 package 📦 email 📧 envelope ✉️ bell 🔔 no_bell 🔕 mega 📣 ' +
  'loudspeaker 📢 speech_balloon 💬 thought_balloon 💭 bar_chart 📊 chart_with_upwards_trend 📈 ' +
  'chart_with_downwards_trend 📉 chart 💹 calendar 📅 date 📅 spiral_calendar_pad 🗓️ alarm_clock ⏰ clock1 🕐 clock3 🕒 ' +
  'clock9 🕘 stopwatch ⏱️ timer_clock ⏲️ hourglass ⌛ hourglass_flowing_sand ⏳ watch ⌚ arrows_counterclockwise 🔄 ' +
  'arrows_clockwise 🔃 repeat 🔁 rewind ⏪ fast_forward ⏩ leftwards_arrow_with_hook ↩️ arrow_right_hook ↪️ ' +
  'arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrow_upper_right ↗️ arrow_lower_right ↘️ ' +
  'arrow_forward ▶️ arrow_backward ◀️ pause_button ⏸️ black_square_for_stop ⏹️ heavy_plus_sign ➕ heavy_minus_sign ➖ ' +
  'red_circle 🔴 large_orange_circle 🟠 large_yellow_circle 🟡 large_green_circle 🟢 large_blue_circle 🔵 ' +
  'large_purple_circle 🟣 white_circle ⚪ black_circle ⚫ large_green_square 🟩 large_red_square 🟥 large_yellow_square 🟨 ' +
  'large_blue_square 🟦 white_large_square ⬜ black_large_square ⬛ small_blue_diamond 🔹 large_blue_diamond 🔷 ' +
  'small_orange_diamond 🔸 large_orange_diamond 🔶 black_small_square ▪️ white_small_square ▫️ red_triangle_pointed_up 🔺 ' +
  'door 🚪 anchor ⚓ ship 🚢 boat ⛵ sailboat ⛵ passenger_ship 🛳️ compass 🧭 world_map 🗺️ ocean 🌊 whale 🐳 ' +
  'lighthouse 🗼 globe_with_meridians 🌐 earth_africa 🌍 earth_americas 🌎 earth_asia 🌏 cloud ☁️ sunny ☀️ ' +
  'rainbow 🌈 zap ⚡ snowflake ❄️ droplet 💧 seedling 🌱 evergreen_tree 🌲 four_leaf_clover 🍀 coffee ☕ tea 🍵 ' +
  'pizza 🍕 cake 🍰 beer 🍺 computer 💻 desktop_computer 🖥️ keyboard ⌨️ iphone 📱 floppy_disk 💾 cd 💿 ' +
  'satellite_antenna 📡 electric_plug 🔌 battery 🔋 construction 🚧 building_construction 🏗️ house 🏠 office 🏢 ' +
  'factory 🏭 busts_in_silhouette 👥 bust_in_silhouette 👤 construction_worker 👷 cop 👮 technologist 🧑‍💻 ' +
  'one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ zero 0️⃣ keycap_ten 🔟 new 🆕 free 🆓 ' +
  'ok 🆗 sos 🆘 up 🆙 cool 🆒 id 🆔 infinity ♾️ recycle ♻️ checkered_flag 🏁 triangular_flag_on_post 🚩 ' +
  'white_flag 🏳️ cn 🇨🇳 flag-cn 🇨🇳 gb 🇬🇧 us 🇺🇸 eu 🇪🇺 beers 🍻 dart 🎯 game_die 🎲 crystal_ball 🔮 label 🏷️ ' +
  'ticket 🎫 money_with_wings 💸 scales ⚖️ balance_scale ⚖️ microscope 🔬 telescope 🔭 test_tube 🧪 ladder 🪜 ' +
  'scroll 📜 books 📚 book 📖 notebook 📓 newspaper 📰 bookmark 🔖 no_good 🙅 shrug 🤷 facepalm 🤦 salute 🫡';

const words = table.split(' ');
const signs: ReadonlyMap<string, string> = new Map(
  words.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [])),
);

export function emojiFor(name: string): string | undefined {
  return signs.get(name.replace(/::skin-tone-\d$/, ''));
}
