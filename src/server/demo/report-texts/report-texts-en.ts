import { statementLines, type ReportText } from './report-texts.ts'

export const REPORTS_EN: readonly ReportText[] = [
  {
    category: 'racial-incitement',
    city: 'Paris',
    description:
      'A public page with several thousand followers posted a series of messages that describe the members of one community as guests who should be made to leave. Two of the messages name streets where families of that community run shops. The page was reported to the platform; the messages stayed online for nine days.',
    actor: 'Online page',
    actorName: 'Page "Dry Season Voice"',
    actorDesc:
      'Anonymous page in two languages, active since last year. It reposts old pictures with new captions and asks its readers to send addresses.',
    actorAccount: '@demo_dry_season',
    victim: 'Families and shop owners of one community',
    evidence: [
      {
        kind: 'statement',
        text: 'Printed copy of the messages with date and time.',
        lines: statementLines('Messages of a public page'),
      },
      {
        kind: 'sketch-map',
        text: 'Sketch of the area that the messages mention. Street names have been left out so that the shops cannot be found; the cross only marks the quarter where the volunteers spoke with the owners.',
      },
    ],
  },
  {
    category: 'racial-incitement',
    city: 'London',
    description:
      'During a community evening a speaker called on the audience not to rent rooms to people of a certain origin and to exclude them from the burial fund. Organisers cut the microphone after some minutes. Three families have since been told that rooms promised to them are no longer free.',
    actor: 'Private person',
    actorName: 'Guest speaker, name known to the office',
    actorDesc: 'Invited as a last-minute replacement. Not a member of the association.',
    actorAccount: 'None known',
    victim: 'Three families looking for housing',
    evidence: [
      {
        kind: 'statement',
        text: 'Summary of what two members of the audience heard.',
        lines: statementLines('Speech at a community evening'),
      },
    ],
  },
  {
    category: 'racial-incitement',
    city: 'Cairo',
    description:
      'Voice messages spread in several closed groups claim that aid lists contain "too many names of the wrong kind" and ask coordinators to remove them. Forty-one people who had been registered for food parcels found their names crossed out the following week.',
    actor: 'Group administrators',
    actorName: 'Group "Helping Hands East"',
    actorDesc: 'Closed messaging group of about two hundred people, with changing administrators.',
    actorAccount: '@demo_helping_hands_east',
    victim: 'Forty-one people registered for food aid',
    evidence: [],
  },
  {
    category: 'military-attacks',
    city: 'Dongola',
    description:
      'Shells fell on a residential area for about forty minutes shortly after dusk. There is no barracks and no checkpoint nearby. Eleven homes were damaged, three of them beyond repair, and the water point that serves the quarter was destroyed. Residents spent the night in a school. Two people were treated for injuries and are recovering.',
    actor: 'Armed group',
    actorName: 'Unidentified artillery unit',
    actorDesc: 'Fire came from the east. Witnesses could not see the unit or any markings.',
    actorAccount: 'None known',
    victim: 'Residents of one quarter, about sixty families',
    evidence: [
      { kind: 'skyline', text: 'View over the roofs on the following morning.' },
      {
        kind: 'sketch-map',
        text: 'Sketch made by a resident: the dotted line shows the direction from which the sound came, the cross the destroyed water point. The scale is estimated; the distance between the two marked places is less than one kilometre.',
      },
      {
        kind: 'statement',
        text: 'Statement of a teacher who opened the school for the night.',
        lines: statementLines('Shelling of a residential area'),
      },
    ],
  },
  {
    category: 'military-attacks',
    city: 'Gedaref',
    description:
      'Armed men on pick-up trucks entered a market on a trading day and ordered everyone from one community to one side. Stalls belonging to them were emptied and two were set on fire. The others were told to stay away from them in future. Nobody was killed. Around thirty traders lost their stock.',
    actor: 'Armed group',
    actorName: 'The so-called "Grey Ridge column"',
    actorDesc:
      'About twenty men with covered faces. They used a name that nobody in the market had heard before.',
    actorAccount: 'None known',
    victim: 'About thirty market traders',
    evidence: [
      { kind: 'skyline', text: 'Smoke above the market, drawn after a photograph.' },
      { kind: 'road', text: 'The road on which the vehicles came and left.' },
    ],
  },
  {
    category: 'military-attacks',
    city: 'Atbara',
    description:
      'A drone circled above a camp for displaced people on two consecutive days. On the second day it dropped an explosive charge beside the clinic tent, which had a visible emblem on its roof. The tent burned. Patients had been moved out earlier because of the noise, and nobody was hurt.',
    actor: 'Unknown',
    actorName: 'Operator unknown',
    actorDesc: 'Small aircraft with four rotors. Nobody has claimed the act.',
    actorAccount: 'None known',
    victim: 'Patients and staff of a camp clinic',
    evidence: [
      { kind: 'sketch-map', text: 'Position of the clinic inside the camp.' },
      { kind: 'skyline', text: 'The smoke seen from a distance.' },
    ],
  },
  {
    category: 'civil-rights',
    city: 'Port Sudan',
    description:
      'At a registration office, applicants were asked for the origin of their grandfathers before their papers were accepted. Those who gave a certain answer were sent to a second window, which stayed closed on all six days on which our volunteers visited. Without the paper they cannot rent a home or enrol their children in school.',
    actor: 'Public office',
    actorName: 'Registration office, section not named',
    actorDesc: 'Staff referred to an oral instruction. A written one was asked for and not shown.',
    actorAccount: 'None known',
    victim: 'Applicants for identity papers',
    evidence: [
      {
        kind: 'statement',
        text: 'Notes of the six visits: date, hour, number of people waiting at each of the two windows, and the answer that the staff gave when they were asked when the second window would open. The notes were taken by two volunteers independently.',
        lines: statementLines('Six visits to a registration office'),
      },
    ],
  },
  {
    category: 'civil-rights',
    city: 'Atbara',
    description:
      'Passengers of a long-distance bus were made to leave the bus at an exit of the city. Those whose dialect was considered suspicious were held for seven hours without water and without being told a reason. Their phones were searched and partly kept. All were released in the evening.',
    actor: 'Checkpoint staff',
    actorName: 'Men calling themselves "Exit Committee"',
    actorDesc: 'Six to eight men, some in parts of uniforms, without name tags.',
    actorAccount: 'None known',
    victim: 'Fourteen bus passengers',
    evidence: [{ kind: 'road', text: 'Sketch of the checkpoint.' }],
  },
  {
    category: 'civil-rights',
    city: 'Brussels',
    description:
      'An employer kept the residence cards of five workers "for safety" and returned them only after they had signed that they had no open wages. The workers had been paid for less than half of their hours over three months. They were told that complaints would be answered with a call to the immigration office.',
    actor: 'Employer',
    actorName: 'A cleaning contractor, name withheld',
    actorDesc: 'Subcontractor for office buildings. The firm has since changed its name.',
    actorAccount: 'None known',
    victim: 'Five cleaning workers',
    evidence: [
      {
        kind: 'statement',
        text: 'Joint statement of the workers.',
        lines: statementLines('Withheld residence cards and wages'),
      },
      {
        kind: 'statement',
        text: 'Table of hours worked and hours paid.',
        lines: [
          'Month 1: 172 hours worked, 80 paid',
          'Month 2: 168 hours worked, 76 paid',
          'Month 3: 181 hours worked, 90 paid',
          '',
          'Invented figures, made for demonstration.',
        ],
      },
    ],
  },
  {
    category: 'physical-violence',
    city: 'Lyon',
    description:
      'Two young men were followed from a bus stop and insulted because of the language they were speaking. One of them was pushed to the ground and kicked before passers-by stepped in. He was treated for a broken wrist. A complaint has been filed with the police.',
    actor: 'Private persons',
    actorName: 'Two unknown men',
    actorDesc: 'Both around thirty; one wore a red jacket.',
    actorAccount: 'None known',
    victim: 'Two students',
    evidence: [
      {
        kind: 'statement',
        text: 'Copy of the receipt for the complaint, personal details removed.',
        lines: statementLines('Assault near a bus stop'),
      },
    ],
  },
  {
    category: 'physical-violence',
    city: 'Gedaref',
    description:
      'A volunteer who keeps a list of missing people received threatening calls for eleven days. The callers knew the school of her children. On the twelfth day the windows of her house were broken at night and a note was left that told her to "stop counting". She has moved to another city and continues her work.',
    actor: 'Unknown callers',
    actorName: 'Unknown',
    actorDesc: 'At least two different voices, hidden numbers.',
    actorAccount: 'Hidden numbers',
    victim: 'A volunteer and her family',
    evidence: [
      {
        kind: 'statement',
        text: 'Log of the calls with day, hour and length.',
        lines: statementLines('Threatening calls to a volunteer'),
      },
      { kind: 'skyline', text: 'The quarter at night.' },
    ],
  },
  {
    category: 'physical-violence',
    city: 'Kampala',
    description:
      'After a meeting about documentation of violations a participant was stopped on his way home by men who took his notebook and hit him. They addressed him by name and told him that lists have consequences. He lost his hearing on one side for several weeks. The notebook contained no names of witnesses.',
    actor: 'Unknown',
    actorName: 'Three unknown men',
    actorDesc: 'They arrived in a silver car and had clearly been waiting.',
    actorAccount: 'None known',
    victim: 'A participant of a documentation workshop',
    evidence: [],
  },
  {
    category: 'war-crimes',
    city: 'Gedaref',
    description:
      'Over a period of five weeks no food convoy was allowed to enter an area in which several thousand civilians had taken refuge. Community kitchens closed one after another. Families who tried to leave on foot at night were turned back at two points and their remaining supplies were taken from them. Volunteers who kept a simple daily count of open kitchens, cooked meals and available drinking water recorded the decline from day to day. By the last week only one kitchen of nineteen was open, and it served tea without sugar. Several elderly people and infants did not survive these weeks; the families asked us not to give numbers before every case has been confirmed by a second source. We therefore describe only what has been confirmed: that the convoys were ready, that permission had been asked for in writing four times, and that all four requests were refused without a reason.',
    actor: 'Armed groups',
    actorName: 'Forces controlling the access roads',
    actorDesc: 'The control of the roads changed during the period; the refusals continued.',
    actorAccount: 'None known',
    victim: 'Several thousand displaced civilians',
    evidence: [
      {
        kind: 'statement',
        text: 'Daily count of open kitchens.',
        lines: [
          'Week 1: 19 of 19 kitchens open',
          'Week 2: 14 of 19',
          'Week 3: 9 of 19',
          'Week 4: 4 of 19',
          'Week 5: 1 of 19',
          '',
          'Invented figures, made for demonstration.',
        ],
      },
      {
        kind: 'statement',
        text: 'The four written requests for access.',
        lines: statementLines('Requests for access of food convoys'),
      },
      { kind: 'road', text: 'One of the two points at which people were turned back.' },
      {
        kind: 'sketch-map',
        text: 'Sketch of the area with the two access roads. The position of the kitchens has been left out on purpose.',
      },
    ],
  },
  {
    category: 'war-crimes',
    city: 'Kassala',
    description:
      'A hospital that was full of patients was occupied for three days. Staff were forced to treat fighters first, the pharmacy was emptied, and the generator was taken away. Medicines that need cooling were lost. Patients who could walk were sent away. The hospital has been working with half of its beds since.',
    actor: 'Armed group',
    actorName: 'Unidentified fighters',
    actorDesc: 'About fifty men under a commander whom the others addressed by a nickname only.',
    actorAccount: 'None known',
    victim: 'Patients and staff of a hospital',
    evidence: [
      {
        kind: 'statement',
        text: 'List of what was taken.',
        lines: statementLines('Occupation of a hospital'),
      },
      { kind: 'skyline', text: 'The hospital quarter.' },
    ],
  },
  {
    category: 'war-crimes',
    city: 'Port Sudan',
    description:
      'Boys between fourteen and sixteen were taken from a sports ground and held in a warehouse, where they were told that they would be trained and sent to the front. Parents and elders negotiated for two days. Nineteen of twenty-two boys came back; the families of the other three have heard nothing since.',
    actor: 'Armed group',
    actorName: 'Recruiters, group unknown',
    actorDesc: 'They wore no signs. One of them had visited the sports ground a week earlier.',
    actorAccount: 'None known',
    victim: 'Twenty-two boys and their families',
    evidence: [
      {
        kind: 'statement',
        text: 'Statement of an elder who took part in the negotiations.',
        lines: statementLines('Abduction of minors'),
      },
    ],
  },
  {
    category: 'military-attacks',
    city: 'Dongola',
    description:
      'A village at the river was ordered by loudspeaker to clear its houses within one hour because of its "relations". Those who asked for more time were fired upon over their heads. Around two hundred people left on foot. When some of them came back after a week, doors and roof beams were gone.',
    actor: 'Armed group',
    actorName: 'The so-called "River Guard"',
    actorDesc: 'A newly formed local group. Its command structure is not known.',
    actorAccount: '@demo_river_guard',
    victim: 'About two hundred villagers',
    evidence: [{ kind: 'road', text: 'The road on which the villagers left.' }],
  },
]
