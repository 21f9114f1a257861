import { join } from 'node:path'
import { testKnowledgeStore, testSameOrder } from '../contracts/knowledge-store.ts'
import { sqliteMaker } from '../contracts/sqlite-maker.ts'
import { repositoryDocuments, vectorOfText } from './repository-documents.ts'
import { IMPATIENT, testServerStore } from './test-server-store.ts'
import { serverMaker, withServer } from './with-server.ts'

withServer({
  product: 'elasticsearch',
  title: 'a store on elasticsearch',
  wish: IMPATIENT,
  tests: (server) => {
    const maker = serverMaker('elasticsearch', server)
    testKnowledgeStore(maker)
    testServerStore(server)
    testSameOrder([sqliteMaker, maker], {
      documents: () => repositoryDocuments(join(import.meta.dirname, '../../src/context/code')),
      questions: QUESTIONS,
      vectorOf: vectorOfText,
    })
  },
})

const QUESTIONS = [
  'How is the order of what a store finds computed?',
  'parseNode throws when the address of a server is invalid',
  'signatures of definitions are cut where a body begins',
  'Which files change together in the history of git?',
  'tokens budget exceeded by the map',
]
