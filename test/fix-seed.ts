/** Property tests with one seed: `KEEL_SEED=1 npm test`. A run of CI says something of a change, and not of the day; whoever runs the tests looks further. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['KEEL_SEED']) })
