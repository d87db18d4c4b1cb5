import FormCLI

CommandLineRunner.main()
