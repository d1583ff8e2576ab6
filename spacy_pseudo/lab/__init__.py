"""The lab: how good it is and how it is made. Evaluation, simulation, training and plots; nothing else imports it."""
