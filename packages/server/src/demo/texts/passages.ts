/** Passages that fit any craft and any place; the slots are those of a topic. */

export const headings = [
  'How it is done',
  'What the hands know',
  'The price of slowness',
  'A day at the {workplace}',
  'Who comes through the door',
  'Learning it',
  'What has changed',
  'The part nobody sees',
  'A question of scale',
  'Why here',
]

export const middles = [
  'There are easier ways to make a living, and {person} has tried two of them. "I was good at it," says the {maker} about the years in an office, "but in the evening there was nothing to look at." Here the day leaves something on the bench.',
  'Apprentices come for a week and stay for a month, or come for a year and leave on the second day. The {makers} have stopped guessing which it will be. **What decides**, they say, is whether somebody can bear to be bad at a thing for long enough.',
  'The numbers do not look promising. Thirty years ago there were eleven such {makers} in {place}; today there are two, and they share a van. And yet the order book is full until next autumn, and most of those who order are younger than the tools.',
  'Asked about machines, {person} shrugs. There is one in the corner, covered with a cloth, and it is used for what machines do well: the same thing, again. The rest is judgement, and judgement cannot be oiled.',
  'The {workplace} opens onto the street, which is not a detail. Children stop on the way to school; somebody brings a plate of something; a neighbour reads the paper aloud, with comments. *Work that can be watched*, people say in {place}, is done better.',
  'Most of what one pays for is time, and time is hard to put into a shop window. So {person} has hung a sheet of paper beside the till that lists every step with its hours. Since then hardly anyone has asked for a discount, and several people have sat down to read.',
  'In the back room hangs a photograph of a man with folded arms in front of the same wall. He is the great-grandfather, or the previous owner, or, according to a third version, the tax inspector. It does not matter: he is looking at your hands.',
  'We are told the story of the flood, which every {workplace} seems to have: how high it came, what was carried upstairs first, who turned up with a bucket without having been asked. The line is still on the wall. It is dusted every week.',
  'For a while it looked as if the trade would end with this generation. Then the owner of the house lowered the rent, which has not happened in {place} before or since, on the condition that the door would stay open on Saturdays. It has.',
  'What is difficult? {person} thinks for a while. Not the work, which only needs doing; not the waiting, for which there is the radio. Difficult is *stopping*: to know, on a good day, that one more touch would be one too many.',
  'On the wall there is a row of mistakes, each with a date. Nobody is ashamed of them. "That one taught me about damp," says {person}, and points, "that one about haste, and that one about my brother-in-law."',
  'A colleague who moved to the capital sells the same thing there for three times the money, under a name with a full stop in it. {person} tells this without envy. The {maker} from {place} has something else to sell: the address.',
  'It is tempting to call this nostalgia, and the {makers} dislike it more than anything. Nothing here is old for its own sake. The light is electric, the accounts are in a spreadsheet, and the [winter course](https://kiln-and-quay.example/courses) was booked out within an hour.',
  'Two things are never discussed: politics before noon, and the recipe. Everything else is common property, passed across the bench with the coffee. Half of what {person} knows was learnt from a competitor who has long been a friend.',
]

export const closings = [
  'When we leave it has become dark in {place}, and the lamp above the bench is still on. One more, says {person}, and then it is enough for today. We have heard that sentence before.',
  'On the way to the station we carry a parcel that is still warm, or that seems so. It is not for sale in any shop that we know. That, we think, somewhere after the second tunnel, may be the point of it.',
  'Perhaps there is no lesson in it. Somebody in {place} gets up early and does a thing well, and tomorrow does it again. It is remarkable how much that calms a person who only came to take notes.',
  '"Come back in the winter," says {person} at the door, "then you will see how it really is." We have already looked up the trains.',
  'The next morning we pass the {workplace} again, and it is closed. A note hangs on the door, in capital letters: *Back soon*. Below it, in another hand: *He always says so.* And below that, in a third one: *And it is always true.*',
  'What remains, in the end, are the hands: they go on moving while their owner talks of other things, as if they had stopped listening long ago, because they already know.',
  'In {place} they say that a city is made of what its people can do. On some mornings, one only has to stand still for a moment to hear it being made.',
]

/** what a pending draft adds at the end of an article */
export const postscripts = [
  '**Added after going to press:** the {workplace} has found a successor, who begins in spring. We shall be there on the first day.',
  '**A correction:** in the printed issue we gave the wrong opening hours. The {workplace} is open from Tuesday to Saturday, and on other days if one knocks.',
  '**A letter reached us:** a reader writes that the great-grandfather in the photograph is, in fact, hers. We have passed on the address.',
  '**Since our visit** the {makers} of {place} have founded an association, which meets on the first Monday of the month, and is already quarrelling.',
]
